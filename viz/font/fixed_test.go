package font_test

const measured = "sans 52.609375; sans 139.15909; sans 84.204544; 19.375 4.8295455 14.545455 10.909091\n" +
	"sans-bold 53.805042; sans-bold 141.80434; sans-bold 87.15909; 19.375 4.8295455 14.545455 " +
	"10.909091\n" +
	"mono 62.4; mono 156; mono 78; 20.4 6 14.6 11\n" +
	"mono-bold 62.4; mono-bold 156; mono-bold 78; 20.4 6 14.6 11\n"

const glyphHash = "12350628e7c3dad5"
