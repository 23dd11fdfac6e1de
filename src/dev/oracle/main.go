// Command oracle is a second opinion on the emulators of Antigravity's files: the same rules, written once more on Go's
// real encoding/json, which is the library that agy decodes with. It shares nothing with the TypeScript.
//
//	oracle mcp [EXTRA_AUTH_PROVIDER_TYPE...] | hooks | registry
//
// It reads documents from standard input, each after its length as four bytes, big-endian, and writes one line of
// JSON for each. Lines are canonical (ASCII, fixed order of members, maps sorted by their escaped keys), so that two
// of them say the same exactly when they are the same text.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"unicode/utf16"
)

// judges give the verdict on one document of a kind.
var judges = map[string]func(document []byte) string{
	"mcp":      judgeMcp,
	"hooks":    judgeHooks,
	"registry": judgeRegistry,
}

func main() {
	if len(os.Args) < 2 || judges[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "oracle: which kind?")
		os.Exit(2)
	}
	for _, extra := range os.Args[2:] {
		authAccepted[extra] = true
	}
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 1<<20)
	if err := run(judges[os.Args[1]], in, out); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run(judge func([]byte) string, in io.Reader, out *bufio.Writer) error {
	var head [4]byte
	for {
		if _, err := io.ReadFull(in, head[:]); err == io.EOF {
			return out.Flush()
		} else if err != nil {
			return err
		}
		document := make([]byte, binary.BigEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, document); err != nil {
			return err
		}
		if _, err := out.WriteString(judge(document) + "\n"); err != nil {
			return err
		}
	}
}

// firstBadByte is the offset of the byte that Go refused, or the length of the document when it ended too early.
// SyntaxError.Offset counts the bytes read. At the end Go feeds its scanner one blank that is not in the document:
// such an error either says so or complains about a blank where the document has none.
func firstBadByte(document []byte, err *json.SyntaxError) int {
	message := err.Error()
	if err.Offset == 0 || message == "unexpected end of JSON input" {
		return len(document)
	}
	if strings.HasPrefix(message, "invalid character ' ' ") && document[err.Offset-1] != ' ' {
		return len(document)
	}
	return int(err.Offset) - 1
}

// sorted writes an object of members that are JSON already.
func sorted(members map[string]string) string {
	keys := []string{}
	for key := range members {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for i, key := range keys {
		keys[i] = key + ":" + members[key]
	}
	return "{" + strings.Join(keys, ",") + "}"
}

// quote writes a JSON string of printable ASCII alone; everything else is an escape of one UTF-16 unit.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, unit := range utf16.Encode([]rune(text)) {
		if unit < 0x20 || unit > 0x7e || unit == '"' || unit == '\\' {
			fmt.Fprintf(&b, `\u%04x`, unit)
		} else {
			b.WriteByte(byte(unit))
		}
	}
	b.WriteByte('"')
	return b.String()
}
