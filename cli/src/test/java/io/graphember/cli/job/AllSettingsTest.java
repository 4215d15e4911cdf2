// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.JobFile;
import io.graphember.config.SettingsReference;
import io.graphember.formats.csv.CsvSettings;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every shipped job file is right, and one of them explains every setting there is. */
class AllSettingsTest {
  private static final Path JOBS = Path.of("../examples/jobs");

  @Test
  void explainsEverySettingWithItsDefault() throws IOException {
    Path file = JOBS.resolve("all-settings.yaml");
    Path fresh = Path.of("target/all-settings.yaml");
    Files.writeString(fresh, AllSettings.text(SettingsReference.of(JobSettings.class)));
    assertThat(file)
        .as("settings have changed: copy cli/target/all-settings.yaml to examples/jobs")
        .hasSameTextualContentAs(fresh);
  }

  @Test
  void isAJobFile() {
    JobSettings job = JobFile.read(JOBS.resolve("all-settings.yaml"), null, List.of()).settings();
    assertThat(job.source()).isInstanceOf(CsvSettings.class);
    assertThat(job.train().training().epochs()).isEqualTo(200);
  }

  @Test
  void shipsJobFilesThatAreRight() throws IOException {
    try (var files = Files.list(JOBS)) {
      List<Path> jobs = files.filter(file -> file.toString().endsWith(".yaml")).toList();
      assertThat(jobs).hasSizeGreaterThanOrEqualTo(4);
      for (Path job : jobs) {
        JobSettings settings = JobFile.read(job, null, List.of()).settings();
        assertThat(settings.source() != null || settings.job() instanceof InferJob)
            .as("%s says what to read, or runs on a graph in the cluster", job)
            .isTrue();
      }
    }
  }
}
