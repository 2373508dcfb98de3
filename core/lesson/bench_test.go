package lesson

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkPlay opens each lesson under each variant: what a reader waits for.
func BenchmarkPlay(b *testing.B) {
	for _, file := range lessonFiles(b) {
		l := parseFile(b, file)
		for _, v := range variants(l) {
			b.Run(l.ID+"/"+v, func(b *testing.B) {
				for b.Loop() {
					_, err := l.Play(v, nil)
					require.NoError(b, err)
				}
			})
		}
	}
}
