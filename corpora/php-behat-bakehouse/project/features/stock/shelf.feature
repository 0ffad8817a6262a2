# language: de
Funktionalität: Regal

  Grundlage:
    Angenommen a shelf with
      | flour | 5 kg   |
      | yeast | 90 g   |
      | salt  | 1 kg   |

  Szenario: Es kommt etwas dazu
    Wenn another "250 g" of "yeast" is put on it
    Und the shelf is read again
    Dann the shelf holds "340 g" of "yeast"
    Und the shelf holds "5 kg" of "flour"

  Szenario: Ein Teig wird gemacht
    Wenn dough for "20" "roll" of "80 g" is made
    Dann the shelf holds "3.818 kg" of "flour"
    Und the shelf holds "55 g" of "yeast"
    Und running low are "salt, yeast"

  Szenario: Es fehlt etwas
    Wenn dough for "100" "Roll" of "80 g" is made
    Dann the baker hears "missing 913 g of flour and 87 g of yeast"
    Und the shelf holds "5 kg" of "flour"

  Szenario: Es ist nicht klar
    Dann the shelf is full
