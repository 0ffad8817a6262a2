class Ends(Base, metaclass=M):
    def f(self, a, *rest, **more):
        if (a) > a[0]:
            return
        elif not a:
            assert a, 'x'
        else:
            raise X(1)
        while a:
            g(), h( ), k(  # none
            )
        try:
            x = [1, 2], [], (1,), (), {}, {'a': 1, }
            y = [b for b in a if b if not b]
        except A as e:
            raise
        except (A, B):
            pass
        else:
            pass
        z = a[1:2, ...] if a else a[b  # index
        ]
        return a, b  # after


class None_:
    def empty(): pass
