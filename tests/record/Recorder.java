import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Runs case files against Kafka's storage classes and writes them with the outcomes they gave. */
public class Recorder {
    final File home;
    final Properties header = new Properties();
    final Map<String, Replica> replicas = new LinkedHashMap<>();
    boolean decoded;
    int leaderEpoch;
    List<String> lines = new ArrayList<>();

    Recorder(File home) {
        this.home = home;
    }

    void headerLine(String key, String value) {
        switch (key) {
            case "clock" -> Machine.clock = Long.parseLong(value);
            case "bytes" -> decoded = value.equals("decoded");
            case "config" -> {
                int eq = value.indexOf('=');
                header.put(value.substring(0, eq), value.substring(eq + 1));
            }
            default -> { }
        }
    }

    /** Carries out one line and gives the lines of its outcome. */
    List<String> run(String line) throws Exception {
        lines = new ArrayList<>();
        String[] w = line.split(" ");
        switch (w[0]) {
            case "tick" -> Machine.clock += Long.parseLong(w[1]);
            case "log" -> {
                Properties own = new Properties();
                own.putAll(header);
                Replica.settings(own, w);
                replicas.put(w[1], new Replica(this, w[1], own));
                say("ok");
            }
            case "leaderepoch" -> {
                leaderEpoch = Integer.parseInt(w[1]);
                if (w.length > 2) {
                    replica(w[2]).lead(leaderEpoch);
                }
                say("ok");
            }
            case "fetch" -> new Fetching(this, replica(w[1]), replica(w[2])).run();
            case "batches", "state", "aborted", "epochs", "read", "files" ->
                new Lists(this, replica(w[1])).print(w);
            default -> replica(w[1]).run(w);
        }
        return lines;
    }

    void say(String format, Object... args) {
        lines.add("  " + (args.length == 0 ? format : String.format(format, args)));
    }

    Replica replica(String name) {
        Replica r = replicas.get(name);
        if (r == null) {
            throw new IllegalArgumentException("no replica " + name);
        }
        return r;
    }

    void close() {
        for (Replica r : replicas.values()) {
            r.log.closeHandlers();
        }
    }

    static String record(Path in, File home) throws Exception {
        Recorder r = new Recorder(home);
        StringBuilder out = new StringBuilder();
        boolean header = true;
        for (String line : Files.readAllLines(in)) {
            if (line.startsWith("  ")) {
                continue;
            }
            out.append(line).append('\n');
            if (header) {
                header = !line.equals("---");
                String[] words = line.split(" ", 2);
                r.headerLine(words[0], words.length > 1 ? words[1] : "");
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                for (String said : r.run(line)) {
                    out.append(said).append('\n');
                }
            }
        }
        r.close();
        return out.toString();
    }

    static void remove(File f) {
        File[] inner = f.listFiles();
        if (inner != null) {
            for (File x : inner) {
                remove(x);
            }
        }
        f.delete();
    }

    /** An empty directory for the logs of one case. */
    static File fresh() throws IOException {
        File home = Files.createTempDirectory("record").toFile();
        home.deleteOnExit();
        return home;
    }

    public static void main(String[] args) throws Exception {
        Path in = Paths.get(args[0]);
        Path out = Paths.get(args[1]);
        List<Path> cases;
        try (var found = Files.walk(in)) {
            cases = found.filter(p -> p.toString().endsWith(".case")).sorted().toList();
        }
        for (Path c : cases) {
            File home = fresh();
            Path to = out.resolve(in.relativize(c));
            Files.createDirectories(to.getParent());
            Files.writeString(to, record(c, home));
            remove(home);
        }
        System.out.println(cases.size() + " cases");
    }
}
