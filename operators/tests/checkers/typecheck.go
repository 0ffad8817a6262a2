// Typecheck reads Go files from standard input, each after its length (four bytes, little endian), and says which of
// them the compiler would refuse.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	done := 0
	for {
		var length uint32
		if binary.Read(in, binary.LittleEndian, &length) != nil {
			break
		}
		source := make([]byte, length)
		if _, err := io.ReadFull(in, source); err != nil {
			fmt.Println(err)
			break
		}
		file, err := parser.ParseFile(fset, "mutant.go", source, parser.SkipObjectResolution)
		if err == nil {
			_, err = config.Check("mutant", fset, []*ast.File{file}, nil)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		done++
	}
	fmt.Println(done, "compile")
}
