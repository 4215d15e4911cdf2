// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.testkit.data.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The demo and two example jobs on a later JDK, where one is installed beside this one: the same
 * losses, no warnings.
 */
class LaterJdkTest {
  private static final int LATER = 25;

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @Test
  void aJobGivesTheSameLosses() throws Exception {
    assertSameLosses("cora-gcn", "cora");
  }

  @Test
  @Tag("long")
  void aJobOfAnotherModelGivesTheSameLosses() throws Exception {
    assertSameLosses("amazon-photo-sage", "amazon-photo");
  }

  private void assertSameLosses(String job, String graph) throws Exception {
    Optional<Path> later = laterJdk();
    assumeTrue(later.isPresent(), "no JDK " + LATER + " is installed beside this one");
    Path data = RealData.folder(graph);
    Path file = Path.of("../examples/jobs", job + ".yaml").toAbsolutePath();
    List<String> arguments =
        List.of(
            "train",
            file.toString(),
            "--data",
            data.toString(),
            "--set",
            "training.epochs=3",
            "--set",
            "training.evaluationFanouts=[2, 2]",
            "--set",
            "training.baseline=false");
    assertThat(sameLosses(later.get(), arguments)).hasSize(3);
  }

  @Test
  @Tag("long")
  void demoGivesTheSameLosses() throws Exception {
    Optional<Path> later = laterJdk();
    assumeTrue(later.isPresent(), "no JDK " + LATER + " is installed beside this one");
    List<String> command =
        List.of("demo", "--set", "source.vertices=1000", "--set", "training.epochs=3");
    assertThat(sameLosses(later.get(), command)).hasSize(3);
  }

  /** Losses of a command here, compiled quickly, and as it is shipped on a later JDK. */
  private List<Double> sameLosses(Path later, List<String> command) throws Exception {
    Path here = folder.resolve("here.json");
    Path there = folder.resolve("there.json");
    Tree.Ended first = tree.run(reporting(command, here)).assertCode(0);
    Tree.Ended second = tree.runAsShipped(later, reporting(command, there)).assertCode(0);
    assertThat(first.err()).doesNotContain("WARNING");
    assertThat(second.err()).doesNotContain("WARNING");
    assertThat(losses(there)).isEqualTo(losses(here));
    return losses(there);
  }

  private static String[] reporting(List<String> command, Path report) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--json", report.toString()));
    return all.toArray(String[]::new);
  }

  private static Optional<Path> laterJdk() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> siblings = Files.list(home.getParent())) {
      return siblings.filter(LaterJdkTest::isLater).findFirst();
    }
  }

  private static boolean isLater(Path home) {
    try {
      return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"" + LATER + ".");
    } catch (IOException e) {
      return false; // not a JDK
    }
  }

  private static List<Double> losses(Path report) throws IOException {
    List<Double> losses = new ArrayList<>();
    JsonNode epochs = new ObjectMapper().readTree(report.toFile()).get("epochs");
    epochs.forEach(epoch -> losses.add(epoch.get("loss").asDouble()));
    return losses;
  }
}
