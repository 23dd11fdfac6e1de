// Command oracle is a second opinion on the emulator of mcp_config.json: the same rules, written once more on Go's
// real encoding/json, which is the library that agy decodes with. It shares nothing with the TypeScript.
//
// It reads documents from standard input, each after its length as four bytes, big-endian, and writes one line of
// JSON for each. Lines are canonical (ASCII, fixed order of members, maps sorted by their escaped keys), so that two
// of them say the same exactly when they are the same text. Arguments are further values of authProviderType.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"unicode/utf16"
)

type oauth struct {
	ClientID     *string `json:"clientId"`
	ClientSecret *string `json:"clientSecret"`
}

type server struct {
	Command          *string           `json:"command"`
	Args             []string          `json:"args"`
	Env              map[string]string `json:"env"`
	Cwd              *string           `json:"cwd"`
	ServerURL        *string           `json:"serverUrl"`
	URL              *string           `json:"url"`
	Headers          map[string]string `json:"headers"`
	AuthProviderType *authProvider     `json:"authProviderType"`
	Oauth            *oauth            `json:"oauth"`
	Disabled         *bool             `json:"disabled"`
	DisabledTools    []string          `json:"disabledTools"`
}

// authProvider accepts a few strings. It notes a wrong value and returns no error for it, because an error from
// UnmarshalJSON would end the decoding of the server, and the effective view wants the rest of it.
type authProvider string

var (
	authAccepted = map[string]bool{"google_credentials": true}
	// authRefused is set when a value was refused since it was last cleared. It stands outside the type because a
	// later null throws the value away, but not the error.
	authRefused bool
)

func (a *authProvider) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil || !authAccepted[text] {
		authRefused = true
		return nil
	}
	*a = authProvider(text)
	return nil
}

func main() {
	for _, extra := range os.Args[1:] {
		authAccepted[extra] = true
	}
	if err := run(bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 1<<20)); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out *bufio.Writer) error {
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

// judge gives the verdict on one document.
func judge(document []byte) string {
	var root map[string]json.RawMessage
	if err := json.Unmarshal(document, &root); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Sprintf(`{"verdict":"fatal","syntaxAt":%d}`, firstBadByte(document, syntax))
		}
		return `{"verdict":"fatal","type":"root"}`
	}
	wrapper, present := root["mcpServers"]
	if !present {
		return `{"verdict":"inert"}`
	}
	var raws map[string]json.RawMessage
	if err := json.Unmarshal(wrapper, &raws); err != nil {
		return `{"verdict":"fatal","type":"servers"}`
	}
	if raws == nil {
		return `{"verdict":"inert"}`
	}
	servers := map[string]string{}
	for name, raw := range raws {
		servers[quote(name)] = decode(raw)
	}
	return `{"verdict":"loaded","servers":` + sorted(servers) + `}`
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

func decode(raw json.RawMessage) string {
	var s server
	authRefused = false
	err := json.Unmarshal(raw, &s)

	var typeAt string
	if err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			panic(err)
		}
		typeAt = fmt.Sprintf(`,"typeAt":%d`, wrong.Offset)
	}
	state := "loaded"
	switch {
	case err != nil || authRefused:
		state = "dropped"
	case s.Disabled != nil && *s.Disabled:
		state = "disabled"
	case s.Command != nil && *s.Command == "" && filled(s.ServerURL) == "" && filled(s.URL) == "":
		state = "inert"
	}
	return `{"state":"` + state + `"` + typeAt + `,"connection":` + connection(s) + `,"fields":` + fields(s) + `}`
}

func filled(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func connection(s server) string {
	if filled(s.ServerURL) != "" {
		return `["serverUrl",` + quote(*s.ServerURL) + `]`
	}
	if filled(s.Command) != "" {
		return `["stdio",` + quote(*s.Command) + `]`
	}
	if filled(s.URL) != "" {
		return `["url",` + quote(*s.URL) + `]`
	}
	return `["none"]`
}

func fields(s server) string {
	shown := map[string]string{}
	text := func(name string, value *string) {
		if value != nil {
			shown[quote(name)] = quote(*value)
		}
	}
	list := func(name string, value []string) {
		if value != nil {
			items := []string{}
			for _, item := range value {
				items = append(items, quote(item))
			}
			shown[quote(name)] = "[" + strings.Join(items, ",") + "]"
		}
	}
	table := func(name string, value map[string]string) {
		if value != nil {
			members := map[string]string{}
			for key, member := range value {
				members[quote(key)] = quote(member)
			}
			shown[quote(name)] = sorted(members)
		}
	}
	text("command", s.Command)
	list("args", s.Args)
	table("env", s.Env)
	text("cwd", s.Cwd)
	text("serverUrl", s.ServerURL)
	text("url", s.URL)
	table("headers", s.Headers)
	text("authProviderType", (*string)(s.AuthProviderType))
	if s.Oauth != nil {
		members := map[string]string{}
		if s.Oauth.ClientID != nil {
			members[`"clientId"`] = quote(*s.Oauth.ClientID)
		}
		if s.Oauth.ClientSecret != nil {
			members[`"clientSecret"`] = quote(*s.Oauth.ClientSecret)
		}
		shown[`"oauth"`] = sorted(members)
	}
	if s.Disabled != nil {
		shown[`"disabled"`] = fmt.Sprint(*s.Disabled)
	}
	list("disabledTools", s.DisabledTools)
	return sorted(shown)
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
