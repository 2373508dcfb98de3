// Package i18n reads texts in Russian and English and fills them in.
//
//	why.sequence-gap
//	ru: Брокер ждёт {want} от pid {pid:id}.
//	en: The broker expects {want} next for pid {pid:id}.
//
//	n.records plural={n}
//	ru: {n} запись | {n} записи | {n} записей
//	en: {n} record | {n} records
//
//	ui.leo
//	all: LEO
//
// A block is a key and its languages; `all:` is a term that is the same in both. {name} is filled
// with an argument, a whole number being grouped by thin spaces; {name:id} leaves its digits alone,
// {name:bytes}, {name:size} and {name:ms} write a length and a duration, {name:share} parts per
// million as a percentage. {n|запись|записи|записей} chooses a form by the number n and writes only
// the form; `plural={n}` chooses one of whole texts.
//
// Texts hold `code` and *emphasis* for package font; there is no HTML in them. A text that is
// missing in one language falls back to English, and a key that is missing shows itself: Check and
// the tests do not let either happen.
package i18n
