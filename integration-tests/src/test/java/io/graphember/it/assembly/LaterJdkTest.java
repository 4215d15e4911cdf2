// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The demo and two example jobs on a later JDK, where one is installed beside this one: the same
 * losses, no warnings.
 */
class LaterJdkTest {
  private static final int LATER = 25;

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"cora-gcn, cora", "amazon-photo-sage, amazon-photo"})
  void jobsGiveTheSameLosses(String job, String graph) throws Exception {
    Optional<Path> later = laterJdk();
    assumeTrue(later.isPresent(), "no JDK " + LATER + " is installed beside this one");
    Path data = Path.of(System.getProperty("graphember.data", "absent"), graph).toAbsolutePath();
    assumeTrue(Files.isDirectory(data), "no real graph in " + data);
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
            "training.baseline=false",
            "--json");
    List<List<Double>> losses = new ArrayList<>();
    for (Path jdk : List.of(Path.of(System.getProperty("java.home")), later.get())) {
      Path report = folder.resolve(losses.size() + ".json");
      List<String> all = new ArrayList<>(arguments);
      all.add(report.toString());
      Tree.Ended ended = tree.run(jdk, all.toArray(String[]::new)).assertCode(0);
      assertThat(ended.err()).doesNotContain("WARNING");
      losses.add(losses(report));
    }
    assertThat(losses.get(1)).hasSize(3).isEqualTo(losses.get(0));
  }

  @Test
  void demoGivesTheSameLosses() throws Exception {
    Optional<Path> later = laterJdk();
    assumeTrue(later.isPresent(), "no JDK " + LATER + " is installed beside this one");
    Path here = folder.resolve("here.json");
    Path there = folder.resolve("there.json");
    tree.run("demo", "--json", here.toString()).assertCode(0);
    Tree.Ended ended = tree.run(later.get(), "demo", "--json", there.toString()).assertCode(0);
    assertThat(ended.err()).doesNotContain("WARNING");
    assertThat(losses(there)).isNotEmpty().isEqualTo(losses(here));
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
