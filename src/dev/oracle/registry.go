package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type registryEntry struct {
	Path        string   `json:"path"`
	IncludeOnly []string `json:"include_only"`
	Exclude     []string `json:"exclude"`
}

type registryParent struct {
	Path string `json:"path"`
}

type registryRoot struct {
	Entries  []registryEntry  `json:"entries"`
	Inherits []registryParent `json:"inherits"`
}

// judgeRegistry gives the verdict on one registry. Where the syntax goes wrong is not said: the JSON that Go sees is not
// the document.
func judgeRegistry(document []byte) string {
	var root registryRoot
	verdict, typeAt := "loaded", ""
	if err := json.Unmarshal(withoutExtras(document), &root); err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return `{"verdict":"skipped","syntax":true}`
		}
		verdict, typeAt = "skipped", fmt.Sprintf(`,"typeAt":%d`, wrong.Offset)
	}
	texts := func(list []string) string {
		shown := []string{}
		for _, text := range list {
			shown = append(shown, quote(text))
		}
		return "[" + strings.Join(shown, ",") + "]"
	}
	entries, parents := []string{}, []string{}
	for _, entry := range root.Entries {
		entries = append(entries, "["+quote(entry.Path)+","+texts(entry.IncludeOnly)+","+texts(entry.Exclude)+"]")
	}
	for _, parent := range root.Inherits {
		parents = append(parents, quote(parent.Path))
	}
	return `{"verdict":"` + verdict + `"` + typeAt +
		`,"entries":[` + strings.Join(entries, ",") + `],"inherits":[` + strings.Join(parents, ",") + `]}`
}

// withoutExtras puts blanks where JSONC has comments and trailing commas, so that every offset stays as it is. What is
// not JSONC stays something that is not JSON: a comment that does not close is left, and so is a comma that does not
// follow a value.
func withoutExtras(document []byte) []byte {
	plain := append([]byte{}, document...)
	last, lastAt := byte('{'), -1 // the last byte that is neither white space nor in a comment
	comma := -1                   // where it is a comma behind a value
	for i := 0; i < len(plain); i++ {
		switch c := plain[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		case c == '/' && i+1 < len(plain) && plain[i+1] == '/':
			for ; i < len(plain) && plain[i] != '\n' && plain[i] != '\r'; i++ {
				plain[i] = ' '
			}
			i--
			continue
		case c == '/' && i+1 < len(plain) && plain[i+1] == '*':
			length := strings.Index(string(plain[i+2:]), "*/")
			if length < 0 {
				return plain
			}
			for end := i + 2 + length + 2; i < end; i++ {
				plain[i] = ' '
			}
			i--
			continue
		case c == '"':
			for i++; i < len(plain) && plain[i] != '"'; i++ {
				if plain[i] == '\\' {
					i++
				}
			}
		case (c == '}' || c == ']') && comma >= 0 && lastAt == comma:
			plain[comma] = ' '
		}
		if i >= len(plain) {
			break
		}
		if plain[i] == ',' && !strings.ContainsRune("{[,:", rune(last)) {
			comma = i
		}
		last, lastAt = plain[i], i
	}
	return plain
}
