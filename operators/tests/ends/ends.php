<?php
declare(strict_types=1);
namespace A\B;

use C\D;
use C\{E, F};

class Ends extends Base implements One, Two
{
    public function f(?int $a, array &$b = [], /* c */): ?string
    {
        if (($a) > $b[0]) { return 'x'; } elseif ($b) { } else { /* nothing */ }
        foreach ($b as $k => &$v) { g(); h( ); k(/* none */); }
        try { g($a, /* b */ $b); } catch (A | B $e) { } finally { }
        $c = (int) $a;
        $d = new Ends();
        $e = match ($a) { 1 => throw new X(), default => 2 };
        $f = fn () => $b[$a /* index */];
        if ($a):
            return;
        else:
            g();
        endif;
        return $a /* after */ ;
    }
}
class None {}
function nothing() {}
