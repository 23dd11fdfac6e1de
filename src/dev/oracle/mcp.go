package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// judgeMcp gives the verdict on one mcp_config.json.
func judgeMcp(document []byte) string {
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
