import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.SimpleRecord;

/** How bytes and records are written in a case. */
class Words {
    static String write(byte[] b) {
        if (b.length == 0) {
            return "\"\"";
        }
        if (b.length >= 32) {
            byte[] same = new byte[b.length];
            Arrays.fill(same, b[0]);
            if (Arrays.equals(same, b)) {
                return "<" + write(b[0]) + "*" + b.length + ">";
            }
        }
        StringBuilder s = new StringBuilder();
        for (byte x : b) {
            s.append(write(x));
        }
        return s.toString();
    }

    private static String write(byte b) {
        char c = (char) (b & 255);
        boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
            || c == '.' || c == '_' || c == '-';
        return plain ? "" + c : String.format("%%%02x", (int) c);
    }

    static byte[] read(String s) {
        if (s.equals("\"\"")) {
            return new byte[0];
        }
        if (s.startsWith("<")) {
            int star = s.lastIndexOf('*');
            byte[] out = new byte[Integer.parseInt(s.substring(star + 1, s.length() - 1))];
            Arrays.fill(out, read(s.substring(1, star))[0]);
            return out;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == '%') {
                out.write(Integer.parseInt(s.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                out.write(s.charAt(i));
            }
        }
        return out.toByteArray();
    }

    private static byte[] bytes(ByteBuffer b) {
        byte[] out = new byte[b.remaining()];
        b.duplicate().get(out);
        return out;
    }

    static String write(Record r) {
        StringBuilder s = new StringBuilder(r.hasKey() ? write(bytes(r.key())) : "~");
        if (r.hasValue()) {
            s.append('=').append(write(bytes(r.value())));
        }
        for (Header h : r.headers()) {
            s.append(';').append(write(h.key().getBytes(StandardCharsets.UTF_8)));
            if (h.value() != null) {
                s.append('=').append(write(h.value()));
            }
        }
        return s.append('@').append(r.timestamp()).toString();
    }

    static SimpleRecord record(String word) {
        long timestamp = Machine.clock;
        int at = word.indexOf('@');
        if (at >= 0) {
            timestamp = Long.parseLong(word.substring(at + 1));
            word = word.substring(0, at);
        }
        String[] parts = word.split(";", -1);
        String[] pair = parts[0].split("=", 2);
        Header[] headers = new Header[parts.length - 1];
        for (int i = 1; i < parts.length; i++) {
            String[] h = parts[i].split("=", 2);
            String name = new String(read(h[0]), StandardCharsets.UTF_8);
            headers[i - 1] = new RecordHeader(name, h.length > 1 ? read(h[1]) : null);
        }
        byte[] key = pair[0].equals("~") ? null : read(pair[0]);
        return new SimpleRecord(timestamp, key, pair.length > 1 ? read(pair[1]) : null, headers);
    }
}
