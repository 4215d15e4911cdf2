// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.FeatureEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of the page on features give the rows that it shows. */
class FeaturesDocTest {
  @TempDir Path folder;

  private static List<String> all(String text, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void theSamplesGiveTheRowsThatAreShown() throws IOException {
    String page = Files.readString(Path.of("../docs/user/features.md"));
    InputFiles.write(folder, "films.csv", all(page, "(?ms)^```csv films.csv\n(.*?)^```").get(0));
    InputFiles.write(folder, "sequels.csv", "a,b\n1,2\n");
    List<String> jobs = all(page, "(?ms)^```yaml\nsource:\n(.*?)^```");
    assertThat(jobs).hasSize(2);
    Recorder films = Recorder.read(folder, jobs.get(0));
    List<String> rows = all(page, "(?m)^\\| (\\d \\| .*) \\|$");
    assertThat(rows).hasSize(3);
    for (String row : rows) {
      String[] cells = row.split(" \\| ");
      float[] features = films.features(cells[0]);
      for (int j = 0; j < 6; j++) {
        assertThat(features[j]).isCloseTo(Float.parseFloat(cells[j + 1]), within(0.001f));
      }
      float words = features[6] + features[7] + features[8] + features[9];
      assertThat(words)
          .isEqualTo(
              List.of("none", "one", "two", "three", "four").indexOf(cells[7].split(" ")[0]));
      String[] indices = cells[8].split(" ");
      for (int j = 0; j < indices.length; j++) {
        assertThat(features[10 + j]).isEqualTo(Float.parseFloat(indices[j]));
      }
    }
    assertThat(Recorder.read(folder, jobs.get(1)).header.vertexType(0).featureDim())
        .isEqualTo(2 + 2 + 5);
    assertThat(page).contains("1,024", "65,536");
    assertThat(FeatureEncoding.MAX_CATEGORIES).isEqualTo(65_536);
    assertThat(FeatureEncoding.MAX_CATEGORY_LENGTH).isEqualTo(1024);
  }
}
