// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobFileTest {
  private static final String TEXT =
      """
      name: cora
      source: {format: ogb, data: data/cora}
      graph: {name: cora}
      """;

  private static JobFile parse(Path data, String... assignments) {
    return JobFile.parse("job.yaml", TEXT, Path.of("/jobs"), data, List.of(assignments));
  }

  @Test
  void leavesTheFolderOfTheFileToTheFile() {
    JobFile job = parse(null);
    assertThat(job.settings().source().data()).isEqualTo("data/cora");
    assertThat(job.base()).isEqualTo(Path.of("/jobs"));
  }

  @Test
  void takesTheOptionsFolderAsSeenFromHere() {
    assertThat(parse(Path.of("my: \"data\"/#1")).settings().source().data())
        .isEqualTo(Path.of("my: \"data\"/#1").toAbsolutePath().toString());
  }

  @Test
  void changesSettings() {
    JobFile job = parse(null, "training.epochs=7", "training.fanouts=[5, all]", "seed=3");
    assertThat(job.settings().training().epochs()).isEqualTo(7);
    assertThat(job.settings().training().fanouts()).containsExactly("5", "all");
    assertThat(job.settings().seed()).isEqualTo(3);
  }

  @Test
  void refusesDataForAGraphThatIsGenerated() {
    assertThatThrownBy(() -> parse(Path.of("data"), "source.format=block-model"))
        .hasMessageContaining("source.data");
  }
}
