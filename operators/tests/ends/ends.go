package ends

type (
	pair struct {
		a, b int // fields
	}
	none struct{}
)
type fun func(int) string
type point *pair
type alone struct{ *pair }

const limit = 3

var table = map[string][]int{"a": {1, 2}, "b": {}, /* c */}
var fixed = [3]int{1,
	2, // last
}

func (p *pair) f(a []int, rest ...int) (int, error) {
	defer func() {}()
	if (a[0]) > 1 {
		return 1, nil
	} else {
		/* nothing */
	}
	for i := range a {
		f( /* none */ )
		f()
		f(a[1:2], rest...)
		switch i {
		case 1:
			return
		}
	}
	for {
	}
	type local int
	var x int
	const y = 1
	return x, nil /* after */
}

func empty() {}
