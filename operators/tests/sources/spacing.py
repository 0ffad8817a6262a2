# Odd but legal layouts.
def f(a,b):
	if(a)and(b)or not(a):return-a
	x=1if a else 0;y=(  a
	    +   # why
	    b  )
	while x<10and y:x+=1
	return(  x   is
		not y)

def g(*args,**kw):
    f(1,2);f(1,2)
    f(1, 2)
    assert args,"no"; return ''"d" if args in [()] else b''
def h(s):
    return not s
def h(s):
    return not s
def empty(): return ""
def long():
    return (
        "one"
        "two"
    ) + '''three
four''' * 2
