#!/usr/bin/env python3
"""Make the four small fonts beside this file from Debian's packages.

    apt-get install fonts-inter fonts-jetbrains-mono
    pip install fonttools
    python3 assets/fonts/subset.py

Every painter measures and draws with these files, so what is decided here holds everywhere:

* only the characters of CHARS are kept, without hinting, kerning, ligatures or alternates;
* Inter's digits are its tabular ones (the feature tnum), so that numbers stand in columns;
* Inter comes with cubic outlines and is written with quadratic ones, as JetBrains Mono is;
* spaces that JetBrains Mono lacks (no-break, thin) are added, one cell wide.

Inter 4.0 beta 7 and JetBrains Mono 2.242 were used. Both are under the SIL Open Font License 1.1
(OFL-Inter.txt and OFL-JetBrainsMono.txt) and neither reserves its name.
"""

import os

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

INTER = "/usr/share/fonts/opentype/inter/Inter-%s.otf"
MONO = "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-%s.ttf"
HERE = os.path.dirname(os.path.abspath(__file__))

RANGES = [(0x20, 0x7E), (0xA0, 0xFF), (0x400, 0x45F), (0x490, 0x491)]
SIGNS = (
    "–—‘’‚“”„•…‹›′″−∞≈≠≤≥∅√→←↑↓↔⇒✓✗№™€"
    "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉∑∆▲△▼▶◀◆◇●"
)
BOX = "─│┌┐└┘├┤┬┴┼"  # a console's trees, mono only
SPACES = {0xA0, 0x2009, 0x202F}
CHARS = sorted(
    {c for lo, hi in RANGES for c in range(lo, hi + 1)}
    | {ord(c) for c in SIGNS + BOX}
    | SPACES
)


def quadratic(font):
    """The same font with TrueType outlines of at most half a unit of error."""
    glyphs, metrics = {}, {}
    source = font.getGlyphSet()
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        source[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name] = pen.glyph()
        metrics[name] = (font["hmtx"][name][0], 0)
    return build(font, font.getGlyphOrder(), glyphs, metrics)


def plain(font):
    """The same font with composite glyphs written out, so that every glyph is one outline."""
    glyphs, metrics = {}, {}
    source = font.getGlyphSet()
    for name in font.getGlyphOrder():
        recording = DecomposingRecordingPen(source)
        source[name].draw(recording)
        pen = TTGlyphPen(None)
        recording.replay(pen)
        glyphs[name] = pen.glyph()
        metrics[name] = (font["hmtx"][name][0], 0)
    return build(font, font.getGlyphOrder(), glyphs, metrics)


def build(font, order, glyphs, metrics):
    fb = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    fb.setupGlyphOrder(order)
    fb.setupCharacterMap(font.getBestCmap())
    fb.setupGlyf(glyphs)
    table = fb.font["glyf"]
    fb.setupHorizontalMetrics({n: (w, getattr(table[n], "xMin", 0)) for n, (w, _) in metrics.items()})
    fb.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    name = font["name"]
    fb.setupNameTable(
        {
            "copyright": name.getDebugName(0),
            "familyName": name.getDebugName(16) or name.getDebugName(1),
            "styleName": name.getDebugName(17) or name.getDebugName(2),
            "version": name.getDebugName(5),
            "licenseDescription": name.getDebugName(13),
            "licenseInfoURL": name.getDebugName(14),
        },
        mac=False,
    )
    old = font["OS/2"]
    fb.setupOS2(
        sTypoAscender=font["hhea"].ascent,
        sTypoDescender=font["hhea"].descent,
        sTypoLineGap=0,
        usWinAscent=font["hhea"].ascent,
        usWinDescent=-font["hhea"].descent,
        sCapHeight=old.sCapHeight,
        sxHeight=old.sxHeight,
        usWeightClass=old.usWeightClass,
    )
    fb.setupPost(keepGlyphNames=False)
    fb.font["head"].created = fb.font["head"].modified = 3600000000  # the same bytes every time
    return fb.font


def tabular(font):
    """Point the digits at the glyphs of the feature tnum."""
    gsub = font["GSUB"].table
    swap = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for sub in gsub.LookupList.Lookup[index].SubTable:
                    sub = getattr(sub, "ExtSubTable", sub)
                    swap.update(sub.mapping)
    for table in font["cmap"].tables:
        for code, name in list(table.cmap.items()):
            if 0x30 <= code <= 0x39 and name in swap:
                table.cmap[code] = swap[name]
    cmap, hmtx = font.getBestCmap(), font["hmtx"]
    for code in range(0x30, 0x3A):  # SemiBold's 4 is three units narrower than the others
        hmtx[cmap[code]] = (hmtx[cmap[0x30]][0], hmtx[cmap[code]][1])


def add_spaces(font):
    for code in SPACES:
        for table in font["cmap"].tables:
            if table.isUnicode() and code not in table.cmap:
                table.cmap[code] = "space"


def keep(font, chars):
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "DSIG", "gasp", "STAT"]
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 5, 13, 14, 16, 17]
    options.name_legacy = False
    s = subset.Subsetter(options)
    s.populate(unicodes=chars)
    s.subset(font)


def main():
    made = []
    for style, out in (("Regular", "Inter-Regular"), ("SemiBold", "Inter-SemiBold")):
        font = TTFont(INTER % style)
        tabular(font)
        keep(font, [c for c in CHARS if chr(c) not in BOX])
        made.append((out, quadratic(font)))
    for style, out in (("Regular", "JetBrainsMono-Regular"), ("SemiBold", "JetBrainsMono-SemiBold")):
        font = TTFont(MONO % style)
        add_spaces(font)
        keep(font, CHARS)
        made.append((out, plain(font)))
    for out, font in made:
        path = os.path.join(HERE, out + ".ttf")
        font.recalcTimestamp = False
        font.save(path)
        print(out, os.path.getsize(path), "bytes", len(font.getBestCmap()), "characters")


if __name__ == "__main__":
    main()
