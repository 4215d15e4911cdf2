// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.page.ReportPage;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.it.Await;
import io.graphember.it.BlockModelJob;
import io.graphember.it.CommandRun;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a job as a page: a browser shows what the report for scripts says. */
class ReportPageTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir static Path work;
  private static TestCluster cluster;
  private static GraphemberClient client;
  private static Browser browser;

  @BeforeAll
  static void start() {
    Browser.require();
    cluster = TestCluster.start(2);
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
    browser = Browser.start(work.resolve("profile"));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
      client.close();
      cluster.close();
    }
  }

  private static CommandRun report(long job, Path page, String... options) {
    final String[] arguments = new String[6 + options.length];
    System.arraycopy(
        new String[] {
          "report",
          String.valueOf(job),
          "--output",
          page.toString(),
          "--connect",
          cluster.address(0)
        },
        0,
        arguments,
        0,
        6);
    System.arraycopy(options, 0, arguments, 6, options.length);
    return CommandRun.of(arguments);
  }

  private static JobHandle submit(JobSettings job) {
    return client.submit(SettingsDocument.toJson(job.withoutSource()));
  }

  /** Cells of a column of the values below a chart. */
  private static List<Double> column(String chart, int column) {
    return browser.cells("#" + chart).stream()
        .map(row -> Double.valueOf(row.get(column).replace(",", "")))
        .toList();
  }

  private static void assertColumn(String chart, int column, List<Double> expected) {
    final List<Double> shown = column(chart, column);
    assertThat(shown).as(chart).hasSameSizeAs(expected);
    for (int i = 0; i < shown.size(); i++) {
      assertThat(shown.get(i))
          .as(chart)
          .isCloseTo(expected.get(i), within(6e-5 * Math.max(1, Math.abs(expected.get(i)))));
    }
  }

  private static List<Double> all(JsonNode values) {
    return StreamSupport.stream(values.spliterator(), false).map(JsonNode::asDouble).toList();
  }

  private static List<Double> all(JsonNode rows, String field) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.path(field).asDouble())
        .toList();
  }

  @Test
  void aBrowserShowsWhatTheReportForScriptsSays() throws IOException {
    final JobHandle job =
        submit(
            BlockModelJob.settings(
                "training.baseline=true", "training.schedule=step", "training.decayEvery=2"));
    job.await(state -> {}, () -> false);
    final Path page = work.resolve("report.html");
    final Path json = work.resolve("report.json");
    final CommandRun run = report(job.number(), page, "--json", json.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains(page.toString());
    final JsonNode said = new ObjectMapper().readTree(json.toFile());

    browser.open(page.toUri().toString());

    assertThat(browser.texts("h1")).containsExactly("Job %d: blocks-sage".formatted(job.number()));
    assertColumn("loss", 0, List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
    assertColumn("loss", 1, all(said.path("epochs"), "loss"));
    assertColumn("validation", 1, all(said.path("epochs"), "validation"));
    assertColumn("learning-rate", 1, all(said.path("epochs"), "learningRate"));
    assertThat(all(said.path("epochs"), "learningRate").stream().distinct()).hasSize(3);
    assertColumn("epoch-seconds", 1, all(said.path("epochs"), "seconds"));
    assertConfusion(said.path("test"));
    assertColumn("calibration", 2, all(said.at("/test/decisions/calibration"), "decisions"));
    assertThat(
            all(said.at("/test/decisions/calibration"), "decisions").stream()
                .mapToDouble(n -> n)
                .sum())
        .isEqualTo(said.at("/test/vertices").asDouble());
    assertThat(browser.texts("#calibration .quiet").get(0))
        .contains("%.4f".formatted(said.at("/test/decisions/calibrationError").asDouble()));
    assertColumn("degrees", 1, all(said.at("/graph/inDegrees")));
    assertColumn("partition-vertices", 1, all(said.at("/graph/partitionSizes/masters")));
    assertColumn("partition-edges", 1, all(said.at("/graph/partitionSizes/edges")));
    assertThat(all(said.at("/graph/partitionSizes/edges")).stream().mapToDouble(n -> n).sum())
        .isEqualTo(said.at("/graph/edges").asDouble());
    assertColumn("sampled", 1, all(said.path("nodes"), "sampledEdges"));
    assertColumn("bytes", 1, all(said.path("nodes"), "bytesMoved"));
    assertThat(browser.cells("#nodes")).hasSize(2);
    assertThat(column("step", 2)).hasSize(1).allMatch(millis -> millis > 0);
    assertThat(column("ahead", 1)).hasSize(1).allMatch(millis -> millis > 0);
    assertThat(browser.texts("#map .quiet").get(0))
        .startsWith("800 of 800 vertices of type vertex; the first two of 16 principal components")
        .endsWith("coloured by predicted class.");
    final JsonNode settings = new ObjectMapper().readTree(browser.texts("#settings-text").get(0));
    assertThat(said.path("settings").equals(ReportPageTest::byValue, settings)).isTrue();
    assertThat(said.at("/settings/training/decayEvery").asInt()).isEqualTo(2);

    assertThat(browser.value("document.querySelectorAll('figure svg').length"))
        .isEqualTo(browser.value("document.querySelectorAll('figure .chart').length"));
    assertThat(
            (List<?>)
                browser.value("Array.from(document.querySelectorAll('.chart'), e => e.ariaLabel)"))
        .doesNotContainNull()
        .hasSizeGreaterThan(10);
    assertThat(browser.value("performance.getEntriesByType('resource').length")).isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
  }

  /** JavaScript knows one kind of number. */
  private static int byValue(JsonNode a, JsonNode b) {
    return a.isNumber() && b.isNumber()
        ? Double.compare(a.asDouble(), b.asDouble())
        : a.equals(b) ? 0 : 1;
  }

  private static void assertConfusion(JsonNode test) {
    final JsonNode confusion = test.at("/decisions/confusion");
    final List<List<String>> cells = browser.cells("#confusion");
    assertThat(cells).hasSize(4);
    double right = 0;
    for (int row = 0; row < 4; row++) {
      right += confusion.path(row).path(row).asDouble();
      assertThat(cells.get(row).subList(1, 5))
          .containsExactlyElementsOf(
              all(confusion.path(row)).stream().map(n -> String.valueOf(n.intValue())).toList());
    }
    assertThat(right / test.path("vertices").asDouble())
        .isCloseTo(test.path("accuracy").asDouble(), within(1e-9));
    assertColumn(
        "classes", 1, IntStream.range(0, 4).mapToObj(row -> sum(confusion.path(row))).toList());
  }

  private static double sum(JsonNode row) {
    return all(row).stream().mapToDouble(n -> n).sum();
  }

  @Test
  void colourFollowsTheBrowser() throws IOException {
    final JobHandle job = submit(BlockModelJob.settings("name=shades", "training.epochs=2"));
    job.await(state -> {}, () -> false);
    final Path page = work.resolve("shades.html");
    assertThat(report(job.number(), page).exit()).isZero();
    final Path json = work.resolve("shades.json");
    final String trace = work.resolve("shades-trace.json").toString();
    assertThat(report(job.number(), page, "--json", json.toString(), "--trace", trace).err())
        .isEqualTo(
            "error REPORT_INCOMPLETE: Job %d was not traced: run it with training.observe.traceSteps, for example 100.\n"
                .formatted(job.number()));
    assertThat(json).doesNotExist();
    browser.colours("light");
    browser.open(page.toUri().toString());
    assertThat(ground()).isEqualTo("rgb(255, 255, 255)");
    final Object light = axisColour();

    browser.colours("dark");

    // A page, and then its charts, hear of it when the browser draws its next frame.
    Await.until(BOUND, () -> ground().equals("rgb(20, 24, 28)"));
    Await.until(BOUND, () -> !axisColour().equals(light));
    browser.colours("light");
  }

  private static Object ground() {
    return browser.value("getComputedStyle(document.body).backgroundColor");
  }

  private static Object axisColour() {
    return browser.value("document.querySelector('#loss svg text').getAttribute('fill')");
  }

  @Test
  void ofAJobThatIsNotDoneItHasWhatIsKnown() {
    final JobHandle job = submit(BlockModelJob.settings("name=cut", "training.epochs=100000"));
    Await.until(BOUND, () -> job.state().epochs().size() > 3);
    job.cancel();
    Await.until(BOUND, () -> job.state().status() == JobState.Status.CANCELLED);
    final Path page = work.resolve("cut.html");

    assertThat(report(job.number(), page).exit()).isZero();
    browser.open(page.toUri().toString());
    assertThat(browser.texts("main > p.quiet").get(0)).endsWith(", cancelled");
    assertThat(column("loss", 1)).hasSize(job.state().epochs().size());
    assertThat(browser.texts("#settings-text").get(0)).contains("\"epochs\": 100000");
    assertThat(browser.texts("#graph")).isEmpty();

    final Path json = work.resolve("cut.json");
    final CommandRun refused = report(job.number(), page, "--json", json.toString());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "error REPORT_INCOMPLETE: Job %d is not done, and --json and --trace have what is known at its end: leave them out, or write what is known now with 'graphember job %d --json'.\n"
                .formatted(job.number(), job.number()));
    assertThat(json).doesNotExist();
    assertThat(page).exists();
  }

  @Test
  void whyAJobHasFailedIsOnThePageAsText() throws IOException {
    final JobHandle job =
        submit(
            BlockModelJob.settings(
                "name=wild",
                "training.optimizer=sgd",
                "training.learningRate=100",
                "training.weightDecay=1"));
    Await.until(BOUND, () -> job.state().status().ended());
    assertThat(job.state().status()).isEqualTo(JobState.Status.FAILED);
    final Path page = work.resolve("wild.html");
    assertThat(report(job.number(), page).exit()).isZero();
    browser.open(page.toUri().toString());
    assertThat(browser.texts("#error")).singleElement().asString().startsWith("LOSS_NOT_FINITE: ");
    assertThat(Files.size(page)).isLessThan(1_000_000);
  }

  @Test
  void whatUsersHaveNamedIsText() throws IOException {
    final String hostile = "</script><img src=x onerror='document.title=1'><!--";
    final Path page = work.resolve("hostile.html");
    Files.writeString(
        page,
        new ReportPage(
                1,
                hostile,
                hostile,
                "failed",
                new ErrorInfo("INTERNAL", ErrorCategory.BUG, hostile),
                hostile,
                List.of(new EpochInfo(1, 1, 0, 1, 0.5, true, 0.1)),
                null,
                Map.of(hostile, hostile),
                null,
                null)
            .text());

    browser.open(page.toUri().toString());

    assertThat(browser.texts("h1")).containsExactly("Job 1: " + hostile);
    assertThat(browser.texts("#error")).containsExactly("INTERNAL: " + hostile);
    assertThat(browser.texts("#validation figcaption")).containsExactly("Validation: " + hostile);
    assertThat(browser.texts("img")).isEmpty();
    assertThat(browser.value("document.title")).isEqualTo("Job 1, " + hostile);
    assertThat(browser.complaints()).isEmpty();
  }
}
