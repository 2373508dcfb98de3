package line

func otherVerbs() []Verb { return append(storyVerbs(), sessionVerbs()...) }

func storyVerbs() []Verb {
	return []Verb{
		{Name: "lesson", Group: OnStory,
			Help: "Begins a lesson file, or opens a lesson by its name.",
			Args: []Spec{optional(at(must("lesson", IsName))), {Name: "id", Kind: IsName},
				{Name: "part", Kind: IsName},
				choice("screen", "stage", "producer", "mirror", "inspector"),
				choice("version", "3.9", "4.0", "4.1", "4.2", "4.3", "4.4", "4.5")}},
		{Name: "claim", Group: OnStory,
			Help: "Says what the lesson shows, in one or two sentences."},
		{Name: "param", Group: OnStory,
			Help: "Names a parameter: $name in later lines is its value.",
			Args: []Spec{place("name", IsName), must("is", IsText),
				{Name: "values", Kind: IsList}}},
		{Name: "variant", Group: OnStory,
			Help: "Names a set of parameter values, or switches to it.",
			Args: []Spec{place("name", IsName)}, Free: true},
		{Name: "say", Group: OnStory, Help: "Makes a stop and says its sentence.",
			Args: []Spec{must("at", IsName), {Name: "focus", Kind: IsText},
				number("pace", 10, 1000)}},
		{Name: "ask", Group: OnStory,
			Help: "Asks to predict; answers follow, the right one with *.",
			Args: []Spec{must("at", IsName), {Name: "focus", Kind: IsText}}},
		{Name: "sandbox", Group: OnStory,
			Help: "Ends the lesson and leaves the world to the reader.",
			Args: []Spec{must("at", IsName), {Name: "focus", Kind: IsText}}},
		{Name: "show", Group: OnLook,
			Help: "Prints files, batches, records, a consumer's table, what a client believes, " +
				"what a broker remembers of producers, the wire, the whole world, or why the " +
				"latest event of a kind or for a reason came about.",
			Args: []Spec{{Name: "what", Kind: IsChoice, Place: true, Must: true,
				Choices: []string{"world", "files", "batches", "records", "table", "cleaner",
					"client", "state", "wire", "why"}},
				optional(at(must("subject", IsName))), optional(at(must("broker", IsBroker))),
				partition(), number("from", 0, offsetMax), number("to", 0, offsetMax)}},
		{Name: "expect", Group: OnLook, Help: "Fails the lesson's test unless the facts hold.",
			Free: true},
		{Name: "check", Group: OnLook, Help: "Checks every invariant in full.",
			Args: []Spec{{Name: "broken", Kind: IsList}}},
		{Name: "help", Group: OnLook, Help: "Prints how a verb is used.",
			Args: []Spec{optional(at(must("verb", IsName)))}},
	}
}

func sessionVerbs() []Verb {
	session := func(name, help string, args ...Spec) Verb {
		return Verb{Name: name, Group: OnSession, Help: help, Args: args}
	}
	steps := optional(at(Spec{Name: "steps", Kind: IsNumber, Min: 1, Max: 20_000}))
	return []Verb{
		session("play", "Plays from the playhead on."),
		session("pause", "Stops playing."),
		session("toggle", "Plays or pauses."),
		session("step", "Goes on by one step or more.", steps),
		session("back", "Goes back by one step or more.", steps),
		session("next", "Goes to the next stop."),
		session("prev", "Goes to the stop before."),
		session("begin", "Goes to the beginning."),
		session("end", "Goes to the end."),
		session("seek", "Goes to a step, a beat or a stop.",
			optional(at(number("step", 0, 20_000))), Spec{Name: "beat", Kind: IsText},
			Spec{Name: "stop", Kind: IsName}),
		session("speed", "Sets how fast time plays.",
			place("factor", IsText)),
		session("lang", "Sets the language.", must2(choice("lang", "ru", "en"))),
		session("theme", "Sets the theme.",
			must2(choice("theme", "light", "dark", "contrast", "auto"))),
		session("motion", "Sets how much moves.", must2(choice("motion", "full", "none", "auto"))),
		session("ui", "Sets the form of the page.", must2(choice("ui", "figure", "player", "lab"))),
		{Name: "set", Group: OnSession,
			Help: "Changes a parameter of the lesson and plays it again.",
			Free: true},
		session("compare", "Shows another variant beside this one.",
			optional(place("variant", IsName))),
		session("answer", "Answers the question; 0 skips it.",
			place("question", IsName), at(must2(number("choice", 0, 9)))),
		session("select", "Selects a thing: b1, t-0/b1/412, m12; nothing to let go.",
			optional(place("thing", IsText))),
		session("walk", "Selects the next thing on the stage, or the one before.",
			must2(choice("way", "next", "prev"))),
		session("follow", "Goes to the next step in which something happens to the selected "+
			"thing, or to the one before.", must2(choice("way", "next", "prev"))),
		session("why", "Opens or closes an answer to why.", optional(place("key", IsText))),
		session("hover", "Points at a thing.", optional(place("thing", IsText))),
		session("scroll", "Scrolls the stage by points.", place("dx", IsText),
			optional(place("dy", IsText))),
		session("zoom", "Zooms the stage: in, out, fit.",
			must2(choice("how", "in", "out", "fit"))),
		session("undo", "Takes the last line back."),
		session("redo", "Gives the line again that undo took back."),
		session("future", "Returns to the lesson's own future."),
		session("panel", "Opens or closes a panel.", place("name", IsName)),
		session("link", "Opens what a link names.", place("link", IsText)),
	}
}

func must2(s Spec) Spec {
	s.Must, s.Place = true, true
	return s
}
