package tests

// Kept until every module below has its first real importer.
import (
	_ "github.com/andybalholm/brotli"
	_ "github.com/chromedp/chromedp"
	_ "github.com/cockroachdb/datadriven"
	_ "github.com/hajimehoshi/ebiten/v2"
	_ "github.com/klauspost/compress/s2"
	_ "github.com/pierrec/lz4/v4"
	_ "github.com/stretchr/testify/require"
	_ "golang.org/x/image/font/gofont/goregular"
	_ "golang.org/x/image/font/opentype"
	_ "golang.org/x/image/vector"
	_ "golang.org/x/text/feature/plural"
	_ "golang.org/x/tools/go/packages"
	_ "pgregory.net/rapid"
)
