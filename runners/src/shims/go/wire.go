package main

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"syscall"
)

// What the engine asks for. Which fields are set depends on the mode.
type request struct {
	Mode  string `json:"mode"`
	Root  string `json:"root"`
	Token string `json:"token"`

	// The tool chain.
	Go       string            `json:"go"`
	Goroot   string            `json:"goroot"`
	Modules  string            `json:"modules"`
	Modfile  string            `json:"modfile"`
	Module   string            `json:"module"`
	Standard map[string]string `json:"standard"`
	Cache    string            `json:"cache"`
	Flags    string            `json:"flags"`
	Cgo      string            `json:"cgo"`

	// The project.
	Production []string `json:"production"`
	Callers    []string `json:"callers"`
	Args       []string `json:"args"`

	// What to build.
	Files    []string `json:"files"`
	Observe  bool     `json:"observe"`
	Woven    bool     `json:"woven"`
	Only     bool     `json:"only_production"`
	KeepMade bool     `json:"keep_made"`

	// What to run.
	Link    string `json:"link"`
	Number  uint32 `json:"number"`
	Job     *job   `json:"job"`
	Built   string `json:"built"`
	Memory  uint64 `json:"memory"`
	Blobs   []int  `json:"blobs"`
	content [][]byte
	// Where the view really is.
	view string
}

// A run of a scenario.
type job struct {
	Scenario struct {
		Feature string  `json:"feature"`
		Line    int64   `json:"line"`
		Rows    []int64 `json:"rows"`
	} `json:"scenario"`
	Observe bool    `json:"observe"`
	Strip   bool    `json:"strip"`
	Cpu     float64 `json:"cpu_s"`
	Wall    float64 `json:"wall_s"`
	Load    float64 `json:"load_s"`
	Number  uint32  `json:"number"`
	Built   string  `json:"built"`
	// Whether a process that made other runs may make it.
	Shared bool `json:"shared"`
}

// Reads a frame: its length, a header, and the blobs that the header announces.
func receive(from io.Reader, into *request) error {
	var length uint32
	if err := binary.Read(from, binary.LittleEndian, &length); err != nil {
		return err
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(from, text); err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	into.content = nil
	for _, size := range into.Blobs {
		blob := make([]byte, size)
		if _, err := io.ReadFull(from, blob); err != nil {
			return err
		}
		into.content = append(into.content, blob)
	}
	return nil
}

// Sends a header as one frame; what follows it is the sender's affair.
func send(to io.Writer, header interface{}) error {
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	_, err = to.Write(append(frame, text...))
	return err
}

// Children do not inherit it.
func hide(descriptor int) {
	syscall.CloseOnExec(descriptor)
}

// Sends a file's bytes as they are.
func sendFile(to io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(to, file)
	return err
}
