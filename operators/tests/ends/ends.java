@Deprecated
@SuppressWarnings("x")
class Ends<T> extends Base<Ends<T>> implements One, Two {
    private int[] some = {1, /* two */ 2}, none = {};
    Ends() {}
    Ends(/* nothing */) { super(); }
    @Named(value = "x")
    int f(int a, List<String> b) throws A, B {
        int[] array = new int[3];
        List<Map<String, List<T>>> nested = new ArrayList<>();
        if ((a) > 0) { return; } else { /* nothing */ }
        for (int i = 0; i < array[i]; i++) {}
        for (String s : b) { g(); h( ); k(/* none */); }
        while (true) { long l = (long) a; throw new X(); }
        try { g(a, /* b */ b); } catch (A | B e) { ; } finally { }
        switch (a) { case 1: break; }
        switch (a) { }
        return a /* after */ ;
    }
}
class Empty {}
