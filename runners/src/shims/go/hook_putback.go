// Becomes part of a copy of package godog: what the module's package variables reach, kept as it was before the first
// run, and put back after one that has changed it.
//
// Everything lies where it lay: Go moves nothing that is on the heap, and what is kept here is not freed. So putting
// back is writing the old values to the old places. Whether that was all of it, the fingerprint says: it is taken anew
// and has to be the one of before, addresses and all.

package godog

import (
	"reflect"
	"unsafe"
)

type mutscoreKept struct {
	values []mutscoreValue
	tables []mutscoreTable
	state  *mutscoreState
	fixed  map[reflect.Type]bool
}

// Values that lie at a place, one behind the other, and a copy of them.
type mutscoreValue struct{ place, copied reflect.Value }

// A map, with copies of its keys and of what they lead to, and its fingerprint.
type mutscoreTable struct {
	at           unsafe.Pointer
	sum          uint64
	table        reflect.Value
	keys, values []reflect.Value
}

func mutscoreNewKept(state *mutscoreState) *mutscoreKept {
	return &mutscoreKept{state: state, fixed: map[reflect.Type]bool{}}
}

// What lies at a place, as a slice: writing to it is writing there.
func mutscoreAt(one mutscoreObject) reflect.Value {
	header := struct {
		at          unsafe.Pointer
		length, cap int
	}{one.at, one.count, one.count}
	return reflect.NewAt(reflect.SliceOf(one.of), unsafe.Pointer(&header)).Elem()
}

func (k *mutscoreKept) object(one mutscoreObject) {
	if k.isFixed(one.of) {
		// A change there shows in the fingerprint, and ends the process.
		return
	}
	next := mutscoreValue{place: mutscoreAt(one)}
	next.copied = reflect.MakeSlice(next.place.Type(), one.count, one.count)
	reflect.Copy(next.copied, next.place)
	k.values = append(k.values, next)
}

func (k *mutscoreKept) table(at unsafe.Pointer, table reflect.Value, sum uint64) {
	if table.IsNil() || k.isFixed(table.Type().Key()) || k.isFixed(table.Type().Elem()) {
		return
	}
	next := mutscoreTable{at: at, sum: sum, table: reflect.New(table.Type()).Elem()}
	next.table.Set(table)
	for entries := table.MapRange(); entries.Next(); {
		next.keys = append(next.keys, entries.Key())
		next.values = append(next.values, entries.Value())
	}
	k.tables = append(k.tables, next)
}

// Puts all back; of the maps those that have not the fingerprint of before.
func (k *mutscoreKept) putBack(sums map[unsafe.Pointer]uint64) {
	for _, one := range k.values {
		reflect.Copy(one.place, one.copied)
	}
	for _, one := range k.tables {
		if now, found := sums[one.at]; found && now == one.sum {
			continue
		}
		one.table.Clear()
		for place, key := range one.keys {
			one.table.SetMapIndex(key, one.values[place])
		}
	}
}

// Whether values of a type are not to be written over: others know of the place where they lie, or keep in variables of
// their own what has to fit to them.
func (k *mutscoreKept) isFixed(of reflect.Type) bool {
	known, found := k.fixed[of]
	if !found {
		known = k.holdsFixed(of)
		k.fixed[of] = known
	}
	return known
}

func (k *mutscoreKept) holdsFixed(of reflect.Type) bool {
	switch of.Kind() {
	case reflect.Array:
		return k.isFixed(of.Elem())
	case reflect.Struct:
		switch mutscoreSpecial(of) {
		case "":
		case "pointer", "reflect.Value":
			return false
		default:
			return true
		}
		switch home := of.PkgPath(); {
		case home == "net/http":
			return false
		case mutscoreIsOnce(of), k.state.isStandard(home) && !mutscoreSimple[home]:
			return true
		}
		for place := 0; place < of.NumField(); place++ {
			if k.isFixed(of.Field(place).Type) {
				return true
			}
		}
	}
	return false
}

// Whether a type says that something was done, once and for the whole process. What that was may lie where nobody looks,
// with a registry of a library's: done a second time it could fail, as it never would in a process of its own.
func mutscoreIsOnce(of reflect.Type) bool { return of.PkgPath() == "sync" && of.Name() == "Once" }

// Packages of the standard library whose values are all there is to them.
var mutscoreSimple = map[string]bool{
	"bufio": true, "bytes": true, "container/heap": true, "container/list": true, "container/ring": true, "errors": true,
	"math/big": true, "math/rand": true, "math/rand/v2": true, "net/http": true, "strings": true, "sync": true, "sync/atomic": true,
	"internal/sync": true, "unicode": true,
}
