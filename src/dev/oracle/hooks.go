package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type hookHandler struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Prompt  string `json:"prompt"`
	Model   string `json:"model"`
	Timeout int32  `json:"timeout"`
	// Hooks is no field of agy's. It tells a group that stands where a handler should.
	Hooks json.RawMessage `json:"hooks"`
}

type hookGroup struct {
	Matcher string        `json:"matcher"`
	Hooks   []hookHandler `json:"hooks"`
}

type hookSpec struct {
	Enabled        bool          `json:"enabled"`
	PreToolUse     []hookGroup   `json:"PreToolUse"`
	PostToolUse    []hookGroup   `json:"PostToolUse"`
	PreInvocation  []hookHandler `json:"PreInvocation"`
	PostInvocation []hookHandler `json:"PostInvocation"`
	Stop           []hookHandler `json:"Stop"`
	SessionStart   []hookHandler `json:"SessionStart"`
}

// hookFaults counts what is wrong with values whose types are right.
type hookFaults struct {
	kind, mix, grouped, bare, idle int
}

// judgeHooks gives the verdict on one hooks.json.
func judgeHooks(document []byte) string {
	var hooks map[string]hookSpec
	typeAt := ""
	if err := json.Unmarshal(document, &hooks); err != nil {
		var syntax *json.SyntaxError
		var wrong *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return fmt.Sprintf(`{"verdict":"lost","syntaxAt":%d}`, firstBadByte(document, syntax))
		case errors.As(err, &wrong):
			typeAt = fmt.Sprintf(`,"typeAt":%d`, wrong.Offset)
		default:
			panic(err)
		}
	}
	var faults hookFaults
	shown := map[string]string{}
	for name, spec := range hooks {
		flat := func(list []hookHandler) string { return faults.handlers(list, true) }
		shown[quote(name)] = sorted(map[string]string{
			`"enabled"`:        fmt.Sprint(spec.Enabled),
			`"PreToolUse"`:     faults.groups(spec.PreToolUse),
			`"PostToolUse"`:    faults.groups(spec.PostToolUse),
			`"PreInvocation"`:  flat(spec.PreInvocation),
			`"PostInvocation"`: flat(spec.PostInvocation),
			`"Stop"`:           flat(spec.Stop),
			`"SessionStart"`:   flat(spec.SessionStart),
		})
	}
	verdict := "loaded"
	if typeAt != "" || faults.kind+faults.mix+faults.grouped > 0 {
		verdict = "lost"
	}
	counts := fmt.Sprintf("[%d,%d,%d,%d,%d]", faults.kind, faults.mix, faults.grouped, faults.bare, faults.idle)
	return `{"verdict":"` + verdict + `"` + typeAt + `,"counts":` + counts + `,"hooks":` + sorted(shown) + `}`
}

func (f *hookFaults) groups(groups []hookGroup) string {
	shown := []string{}
	for _, group := range groups {
		if group.Hooks == nil {
			f.bare++
		}
		shown = append(shown, "["+quote(group.Matcher)+","+f.handlers(group.Hooks, false)+"]")
	}
	return "[" + strings.Join(shown, ",") + "]"
}

func (f *hookFaults) handlers(handlers []hookHandler, flat bool) string {
	shown := []string{}
	for _, h := range handlers {
		f.judge(h, flat)
		texts := []string{quote(h.Type), quote(h.Command), quote(h.Prompt), quote(h.Model)}
		shown = append(shown, fmt.Sprintf("[%s,%d]", strings.Join(texts, ","), h.Timeout))
	}
	return "[" + strings.Join(shown, ",") + "]"
}

func (f *hookFaults) judge(h hookHandler, flat bool) {
	switch h.Type {
	case "prompt":
		if h.Command != "" {
			f.mix++
		}
	case "", "command":
		misplaced := flat && h.Hooks != nil && h.Command == ""
		if misplaced {
			f.grouped++
		}
		if h.Prompt != "" || h.Model != "" {
			f.mix++
		} else if h.Command == "" && !misplaced {
			f.idle++
		}
	default:
		f.kind++
	}
}
