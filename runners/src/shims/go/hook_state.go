// Becomes part of a copy of package godog: a fingerprint of everything that the module's package variables reach.
//
// What a run has changed there, the next run in the same process would see. Addresses are part of the fingerprint: Go
// moves nothing that is on the heap, so where nothing was written, nothing has another address. What cannot be looked
// into (a function that has captured variables, a channel) makes all of it opaque, and no process serves two runs.

package godog

import (
	"bufio"
	"fmt"
	"hash/maphash"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// More than this is not looked at: it would cost more than a process for each run.
const mutscoreMost = 200000

type mutscoreState struct {
	seed     maphash.Seed
	readOnly [][2]uintptr
	plains   map[reflect.Type]bool
	module   string

	// Of one walk.
	seen    map[mutscoreObject]bool
	todo    []mutscoreObject
	name    string
	lenient bool
	opaque  string
	pools   bool
	sums    []uint64                  // after each variable
	tables  map[unsafe.Pointer]uint64 // of each map
	kept    *mutscoreKept             // where copies are to go to
	sum     uint64
}

// Some values of one type, one behind the other.
type mutscoreObject struct {
	at    unsafe.Pointer
	of    reflect.Type
	count int
}

func mutscoreNewState(module string) *mutscoreState {
	return &mutscoreState{seed: maphash.MakeSeed(), readOnly: mutscoreReadOnly(), plains: map[reflect.Type]bool{}, module: module}
}

// The mappings that nobody can write to: constants, and functions that have captured nothing.
func mutscoreReadOnly() [][2]uintptr {
	file, err := os.Open("/proc/self/maps")
	if err != nil {
		return nil
	}
	defer file.Close()
	var found [][2]uintptr
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var from, to uintptr
		var rights string
		fields := strings.Fields(lines.Text())
		if count, _ := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &rights); count != 3 || len(fields) < 6 {
			continue
		}
		if !strings.Contains(rights, "w") && strings.HasPrefix(fields[5], "/") {
			found = append(found, [2]uintptr{from, to})
		}
	}
	return found
}

func (s *mutscoreState) isReadOnly(at unsafe.Pointer) bool {
	for _, one := range s.readOnly {
		if one[0] <= uintptr(at) && uintptr(at) < one[1] {
			return true
		}
	}
	return false
}

// Whether a function value has captured nothing.
func (s *mutscoreState) isStatic(function interface{}) bool {
	value := reflect.ValueOf(function)
	if value.IsNil() {
		return true
	}
	copied := reflect.New(value.Type())
	copied.Elem().Set(value)
	return s.isReadOnly(*(*unsafe.Pointer)(unsafe.Pointer(copied.Pointer())))
}

// The fingerprint of variables, and why there is none.
func (s *mutscoreState) of(variables []testing.MutscoreVariable) (uint64, string) {
	s.seen, s.todo, s.opaque, s.pools, s.sum = map[mutscoreObject]bool{}, s.todo[:0], "", false, 0
	s.sums, s.tables = nil, map[unsafe.Pointer]uint64{}
	for _, one := range variables {
		value := reflect.ValueOf(one.Pointer)
		s.name, s.lenient = one.Name, one.Lenient
		s.push(unsafe.Pointer(value.Pointer()), value.Type().Elem(), 1)
		s.drain()
		if s.opaque != "" {
			return 0, s.opaque
		}
		s.sums = append(s.sums, s.sum)
	}
	return s.sum, ""
}

// The first variable behind which two walks have not come to the same.
func mutscoreUnlike(variables []testing.MutscoreVariable, before, now []uint64) string {
	for place, one := range variables {
		if place >= len(before) || place >= len(now) || before[place] != now[place] {
			return one.Name
		}
	}
	return "one of them"
}

// A sum over objects: the order in which they are come upon does not count, since that of maps is another each time.
func (s *mutscoreState) drain() {
	for len(s.todo) > 0 && s.opaque == "" {
		one := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if s.kept != nil {
			s.kept.object(one)
		}
		hash := mutscoreMix(uint64(uintptr(one.at)), uint64(one.count))
		if s.plain(one.of) {
			hash = s.bytes(hash, one.at, one.of.Size()*uintptr(one.count))
		} else {
			for place := 0; place < one.count; place++ {
				hash = s.value(hash, unsafe.Pointer(uintptr(one.at)+uintptr(place)*one.of.Size()), one.of)
			}
		}
		s.sum += hash
	}
}

func (s *mutscoreState) push(at unsafe.Pointer, of reflect.Type, count int) {
	if at == nil || count == 0 || of.Size() == 0 || s.isReadOnly(at) {
		return
	}
	one := mutscoreObject{at, of, count}
	if s.seen[one] {
		return
	}
	if len(s.seen) >= mutscoreMost {
		s.hide("reaches more than can be looked at")
		return
	}
	s.seen[one] = true
	s.todo = append(s.todo, one)
}

func (s *mutscoreState) hide(what string) {
	if s.opaque == "" {
		s.opaque = s.name + " " + what
	}
}

func mutscoreMix(hash, next uint64) uint64 {
	hash = (hash ^ next) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}

func (s *mutscoreState) bytes(hash uint64, at unsafe.Pointer, size uintptr) uint64 {
	var of maphash.Hash
	of.SetSeed(s.seed)
	of.Write((*[1 << 30]byte)(at)[:size:size])
	return mutscoreMix(hash, of.Sum64())
}

func (s *mutscoreState) text(hash uint64, text string) uint64 {
	var of maphash.Hash
	of.SetSeed(s.seed)
	of.WriteString(text)
	return mutscoreMix(hash, of.Sum64())
}

// Whether values of a type are no more than their bytes.
func (s *mutscoreState) plain(of reflect.Type) bool {
	known, found := s.plains[of]
	if found {
		return known
	}
	plain := false
	switch of.Kind() {
	case reflect.Array:
		plain = s.plain(of.Elem())
	case reflect.Struct:
		plain = mutscoreSpecial(of) == ""
		for place := 0; plain && place < of.NumField(); place++ {
			plain = s.plain(of.Field(place).Type)
		}
	case reflect.String, reflect.Ptr, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		plain = true
	}
	s.plains[of] = plain
	return plain
}

// Types that are not looked into field by field, by a short name.
func mutscoreSpecial(of reflect.Type) string {
	switch of.PkgPath() {
	case "sync", "os", "regexp", "time", "reflect", "testing":
		switch name := of.String(); name {
		case "sync.Pool", "sync.Map", "os.File", "regexp.Regexp", "time.Location", "reflect.Value", "testing.T", "testing.M":
			return name
		}
	case "sync/atomic":
		if strings.HasPrefix(of.Name(), "Pointer[") {
			return "pointer"
		}
	}
	return ""
}

// Adds a value that lies at an address; what it points to is put on the list.
func (s *mutscoreState) value(hash uint64, at unsafe.Pointer, of reflect.Type) uint64 {
	if s.plain(of) {
		return s.bytes(hash, at, of.Size())
	}
	word := *(*unsafe.Pointer)(at)
	switch of.Kind() {
	case reflect.String:
		return s.text(hash, *(*string)(at))
	case reflect.Ptr:
		s.push(word, of.Elem(), 1)
		return mutscoreMix(hash, uint64(uintptr(word)))
	case reflect.Slice:
		// What lies behind the end can be seen again.
		slice := reflect.NewAt(of, at).Elem()
		s.push(word, of.Elem(), slice.Cap())
		return mutscoreMix(mutscoreMix(hash, uint64(uintptr(word))), uint64(slice.Len())<<32^uint64(slice.Cap()))
	case reflect.Array:
		for place := 0; place < of.Len(); place++ {
			hash = s.value(hash, unsafe.Pointer(uintptr(at)+uintptr(place)*of.Elem().Size()), of.Elem())
		}
		return hash
	case reflect.Struct:
		return s.fields(hash, at, of)
	case reflect.Map:
		return s.table(hash, word, reflect.NewAt(of, at).Elem())
	case reflect.Interface:
		return s.inner(hash, reflect.NewAt(of, at).Elem().Elem())
	case reflect.Func:
		if word != nil && !s.isReadOnly(word) && !s.lenient {
			s.hide("holds a function that has captured variables")
		}
	case reflect.Chan:
		if word != nil && !s.lenient {
			s.hide("holds a channel")
		}
	default:
		if word != nil && !s.lenient {
			s.hide("holds an unsafe pointer")
		}
	}
	return mutscoreMix(hash, uint64(uintptr(word)))
}

func (s *mutscoreState) fields(hash uint64, at unsafe.Pointer, of reflect.Type) uint64 {
	switch mutscoreSpecial(of) {
	case "os.File", "regexp.Regexp", "time.Location", "testing.M":
		// They do not change, or their change shows elsewhere (descriptors).
		return hash
	case "testing.T":
		return mutscoreMix(hash, testing.MutscoreMarks((*testing.T)(at)))
	case "sync.Pool":
		// Collecting garbage twice empties it.
		s.pools = true
		return hash
	case "sync.Map":
		return s.entries(hash, (*sync.Map)(at))
	case "pointer":
		word := *(*unsafe.Pointer)(unsafe.Pointer(uintptr(at) + of.Field(of.NumField()-1).Offset))
		s.push(word, of.Field(0).Type.Elem().Elem(), 1)
		return mutscoreMix(hash, uint64(uintptr(word)))
	case "reflect.Value":
		value := *(*reflect.Value)(at)
		if value.IsValid() && !value.CanInterface() {
			s.hide("holds a hidden value")
			return hash
		}
		return s.inner(hash, value)
	}
	for place := 0; place < of.NumField(); place++ {
		field := of.Field(place)
		there := unsafe.Pointer(uintptr(at) + field.Offset)
		if field.Type.Kind() == reflect.UnsafePointer && s.isForeign(of.PkgPath()) {
			hash = s.untyped(hash, there)
			continue
		}
		hash = s.value(hash, there, field.Type)
	}
	return hash
}

// An untyped pointer of a library: what it keeps there counts as what its own variables keep behind pointers. Which place
// it points to is compared, and what lies there is not.
func (s *mutscoreState) untyped(hash uint64, at unsafe.Pointer) uint64 {
	return mutscoreMix(hash, uint64(uintptr(*(*unsafe.Pointer)(at))))
}

// Whether a package is neither of the module nor of the standard library.
func (s *mutscoreState) isForeign(home string) bool {
	first, _, _ := strings.Cut(home, "/")
	return !s.isOwn(home) && strings.Contains(first, ".")
}

func (s *mutscoreState) isStandard(home string) bool {
	return home != "" && !s.isOwn(home) && !s.isForeign(home)
}

// Whether a package is one of the module, or tests one of it. Without a module known, all are.
func (s *mutscoreState) isOwn(home string) bool {
	return s.module == "" || home == "main" || strings.HasPrefix(home+"/", s.module+"/") || strings.HasPrefix(home, s.module+"_")
}

// A value in an interface: its type, and a copy of what it is.
func (s *mutscoreState) inner(hash uint64, value reflect.Value) uint64 {
	if !value.IsValid() {
		return mutscoreMix(hash, 1)
	}
	hash = s.text(hash, value.Type().String())
	copied := reflect.New(value.Type())
	copied.Elem().Set(value)
	return s.value(hash, unsafe.Pointer(copied.Pointer()), value.Type())
}

func (s *mutscoreState) table(hash uint64, at unsafe.Pointer, table reflect.Value) uint64 {
	hash = mutscoreMix(mutscoreMix(hash, uint64(uintptr(at))), uint64(table.Len()))
	if s.seen[mutscoreObject{at, table.Type(), -1}] {
		return hash
	}
	s.seen[mutscoreObject{at, table.Type(), -1}] = true
	var sum uint64
	for entries := table.MapRange(); entries.Next(); {
		sum += s.inner(s.inner(uint64(uintptr(at)), entries.Key()), entries.Value())
	}
	// A map that is reached twice counts once, so that it does not matter from where it is reached first.
	s.sum += sum
	s.tables[at] = sum + uint64(table.Len())
	if s.kept != nil {
		s.kept.table(at, table, s.tables[at])
	}
	return hash
}

func (s *mutscoreState) entries(hash uint64, table *sync.Map) uint64 {
	var sum uint64
	table.Range(func(key, value interface{}) bool {
		sum += s.inner(s.inner(7, reflect.ValueOf(key)), reflect.ValueOf(value))
		return s.opaque == ""
	})
	return mutscoreMix(hash, sum)
}
