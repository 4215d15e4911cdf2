// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.it.Await;
import io.graphember.it.ServerProcess;
import io.graphember.it.docs.Pages;
import io.graphember.spi.CounterRandom;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The walkthroughs of the page, run as their scripts. */
class WalkthroughsTest {
  private static final String PAGE = "docs/user/walkthroughs.md";
  private static final Path SCRIPTS = Path.of("../examples/walkthroughs");
  private static final String[] TOPICS = {"politics", "sport", "music", "science"};
  private static final int WORDS = 4714;
  private static final int MINUTES = 10;

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"pages", "papers", "films", "transactions", "mistakes", "fraud"})
  void everyStepStandsOnItsPage(String script) throws IOException {
    List<String> steps =
        Files.readAllLines(SCRIPTS.resolve(script + ".sh")).stream()
            .map(line -> line.replaceFirst("^fails ", ""))
            .filter(line -> line.startsWith("graphember ") || line.startsWith("java "))
            .map(line -> line.replaceAll("\"[$]DIR([^\" ]*)\"", "DIR$1").replace("$TREE", "TREE"))
            .map(line -> line.replace("\"$SERVER\"", "HOST:10800"))
            .toList();
    assertThat(block(page(script), "sh " + script + ".sh").lines())
        .containsExactlyElementsOf(steps);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pages", "fraud"})
  void theJobOfThePageIsTheExample(String name) throws IOException {
    List<String> job =
        Files.readAllLines(Path.of("../examples/jobs/" + name + ".yaml")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    assertThat(block(page(name), "yaml " + name + ".yaml").lines()).containsExactlyElementsOf(job);
    assertThat(job).hasSizeLessThanOrEqualTo(25);
  }

  private static String page(String script) {
    return script.equals("fraud") ? "docs/user/fraud.md" : PAGE;
  }

  private static String block(String page, String head) throws IOException {
    return Pages.samples(page, head).get(0);
  }

  @Test
  void pages() throws Exception {
    assertPages(1200);
  }

  /** As large as the web of pages that it stands for. */
  @Test
  @Tag("long")
  void manyPages() throws Exception {
    assertPages(22_000);
  }

  private void assertPages(int pages) throws Exception {
    writePages(pages);
    String out = run("pages.sh", folder.toString());
    assertThat(out).contains("4,714 features", "4 classes");
    Matcher test =
        Pattern.compile("Test +accuracy ([01][.]\\d+).*features alone (0[.]\\d+)").matcher(out);
    assertThat(test.find()).as(out).isTrue();
    assertThat(Double.parseDouble(test.group(1))).isGreaterThan(0.5);
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      Path predictions =
          files
              .filter(file -> file.toString().contains("predictions"))
              .filter(Files::isRegularFile)
              .findFirst()
              .orElseThrow();
      assertThat(Files.readAllLines(predictions))
          .hasSize(pages + 1)
          .anyMatch(line -> line.contains("politics"));
    }
  }

  @Test
  void papers() throws Exception {
    writePapers();
    String out = run("papers.sh", folder.toString());
    assertThat(out).contains("8 features", "4 classes");
    Matcher mean = Pattern.compile("Test +accuracy 1[.]0000 [+]- ").matcher(out);
    assertThat(mean.results()).as(out).hasSize(2);
    assertThat(folder.resolve("papers.html")).content().contains("confusion");
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      assertThat(files.filter(file -> file.toString().contains("predictions"))).isNotEmpty();
    }
  }

  @Test
  void tenMistakes() throws Exception {
    writePages(50);
    assertThat(run("mistakes.sh", folder.toString()))
        .contains(
            "training.epoch = 5: is unknown; did you mean training.epochs?",
            "did you mean graphsage?",
            "page.yaml",
            "nowhere",
            "the columns are page, topic, words",
            "see width and separator",
            "keys: string",
            "No Ignite node answers",
            "--connect")
        .doesNotContain("Exception", "\tat ");
  }

  @Test
  void filmsOnANode() throws Exception {
    writeFilms();
    List<ServerProcess> node = ServerProcess.start(1, folder, List.of());
    try {
      String out = run("films.sh", folder.toString(), node.get(0).address());
      assertThat(out).contains("MRR", "candidates: cache graphember.candidates.films");
      try (Stream<Path> files = Files.walk(folder.resolve("candidates"))) {
        assertThat(files.filter(Files::isRegularFile)).isNotEmpty();
      }
    } finally {
      ServerProcess.closeAll(node);
    }
  }

  @Test
  void tablesOfTwoNodes() throws Exception {
    List<ServerProcess> nodes;
    try (Stream<Path> jars = Files.list(Path.of("target/query-engine"))) {
      nodes = ServerProcess.start(2, folder, jars.map(Path::toAbsolutePath).toList());
    }
    try {
      String out = run("transactions.sh", tree.root().toString(), nodes.get(1).address());
      assertThat(out)
          .contains("5 features", "2 classes")
          .containsPattern("account \\d+ of .. is risky");
    } finally {
      ServerProcess.closeAll(nodes);
    }
  }

  /** A graph that follows its tables, and accounts that are scored before it has them. */
  @Test
  void newAccountsOfABank() throws Exception {
    List<ServerProcess> nodes;
    try (Stream<Path> jars = Files.list(Path.of("target/query-engine"))) {
      nodes = ServerProcess.start(2, folder, jars.map(Path::toAbsolutePath).toList());
    }
    try (GraphemberClient client = GraphemberClient.connect(nodes.get(0).address())) {
      String out = run("fraud.sh", tree.root().toString(), nodes.get(1).address());
      List<MatchResult> scores =
          Pattern.compile(
                  "account (\\d+): fraud (yes|no), probability [01][.]\\d+, (\\d+) ms after")
              .matcher(out)
              .results()
              .toList();
      assertThat(scores).as(out).hasSize(20);
      assertThat(scores)
          .as("before its first minute ends")
          .allMatch(score -> Long.parseLong(score.group(3)) < 60_000);
      final long right =
          scores.stream()
              .filter(s -> (Long.parseLong(s.group(1)) % 2 == 0) == s.group(2).equals("yes"))
              .count();
      assertThat(right).as(out).isGreaterThanOrEqualTo(15);
      Await.until(
          Duration.ofSeconds(60),
          () -> client.graphs().get(client.graphs().size() - 1).vertices() == 1020);
      assertThat(client.predict("bank", "fraud", 1000L).label()).isIn("yes", "no");
    } finally {
      ServerProcess.closeAll(nodes);
    }
  }

  /** Runs a script of the tree with the tree's commands; what it printed. */
  private String run(String script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(tree.root().resolve("examples/graphember/walkthroughs/" + script).toString());
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("GRAPHEMBER_CONFIG", "");
    builder
        .environment()
        .merge(
            "PATH",
            "",
            (path, none) ->
                String.join(File.pathSeparator, tree.root().resolve("bin").toString(), java, path));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
      String said = Files.readString(out);
      assertThat(process.exitValue()).as(said).isZero();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  private static int draw(long stream, long position, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(stream, position), bound);
  }

  /** Pages of a topic have words of their own, and link to each other. */
  private void writePages(int pages) throws IOException {
    StringBuilder table = new StringBuilder("page,topic,words\n");
    StringBuilder links = new StringBuilder("from,to\n");
    for (int page = 0; page < pages; page++) {
      final int topic = page % TOPICS.length;
      table.append(page).append(',').append(TOPICS[topic]).append(',');
      final int count = 15 + draw(1, page, 16);
      for (int i = 0; i < count; i++) {
        final long at = page * 64L + i;
        final boolean own = draw(2, at, 4) == 0;
        final int word =
            own ? draw(3, at, WORDS / TOPICS.length) * TOPICS.length + topic : draw(4, at, WORDS);
        table.append(i == 0 ? "" : " ").append(word);
      }
      table.append('\n');
      for (int i = 0; i < 8; i++) {
        final long at = page * 8L + i;
        final int other = draw(5, at, pages);
        final int near = other - other % TOPICS.length + topic;
        links.append(page).append(',').append(draw(6, at, 5) > 0 && near < pages ? near : other);
        links.append('\n');
      }
    }
    Files.writeString(folder.resolve("pages.csv"), table);
    Files.writeString(folder.resolve("links.csv"), links);
  }

  /** Papers of a field cite each other, and have words in common. */
  private void writePapers() throws IOException {
    final int papers = 200;
    Map<String, StringBuilder> files = new TreeMap<>();
    for (int paper = 0; paper < papers; paper++) {
      final int field = paper % TOPICS.length;
      for (int i = 0; i < 3; i++) {
        final int other = draw(1, paper * 3L + i, papers / TOPICS.length) * TOPICS.length + field;
        append(files, "raw/edge", paper + "," + other);
      }
      final long at = 8L * paper;
      append(
          files,
          "raw/node-feat",
          IntStream.range(0, 8)
              .mapToObj(word -> word % TOPICS.length == field ? "1" : "" + draw(2, at + word, 2))
              .collect(Collectors.joining(",")));
      append(files, "raw/node-label", "" + field);
      final String part = paper < 80 ? "train" : paper < 120 ? "valid" : "test";
      append(files, "split/public/" + part, "" + paper);
    }
    append(files, "raw/num-node-list", "" + papers);
    append(files, "raw/num-edge-list", "" + 3 * papers);
    for (Map.Entry<String, StringBuilder> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey() + ".csv");
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private static void append(Map<String, StringBuilder> files, String name, String line) {
    files.computeIfAbsent(name, file -> new StringBuilder()).append(line).append('\n');
  }

  private void writeFilms() throws IOException {
    StringBuilder users = new StringBuilder("user,age,occupation\n");
    StringBuilder films = new StringBuilder("film,year,genres\n");
    StringBuilder ratings = new StringBuilder("user,film,rated\n");
    for (int film = 0; film < 60; film++) {
      films.append(
          "%d,%s,%s%n".formatted(film, film % 7 == 0 ? "" : 1960 + film, TOPICS[film % 3]));
    }
    for (int user = 0; user < 90; user++) {
      users.append("%d,%d,job-%d%n".formatted(user, 18 + user % 50, user % 4));
      for (int i = 0; i < 10; i++) {
        final int film = draw(1, user * 10L + i, 20) * 3 + user % 3;
        ratings.append("%d,%d,2024-01-%02d%n".formatted(user, film, 1 + i));
      }
    }
    Files.writeString(folder.resolve("users.csv"), users);
    Files.writeString(folder.resolve("films.csv"), films);
    Files.writeString(folder.resolve("ratings.csv"), ratings);
  }
}
