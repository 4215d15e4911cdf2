// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.SplitFiles;
import io.graphember.formats.table.EdgeColumnSettings;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;

/**
 * SNAP's text files: pairs of integers, comments after a hash.
 *
 * @param data folder of the files
 * @param edges the file of edges
 * @param split files that list the members of the splits; null for none
 */
@Tag("snap")
public record SnapSettings(
    @Setting(
            "Folder of the files; a relative one is seen from the folder of the job file, with"
                + " --data from where the command runs.")
        @NotEmpty
        String data,
    @Setting("The table of edges.") Edges edges,
    @Setting(value = "Files for each split: text with one key a line.", optional = true)
        @Nullable SplitFiles split)
    implements SourceSettings {
  /**
   * The file of edges.
   *
   * @param file path below the data folder
   * @param source column of the number an edge begins at
   * @param destination column of the number an edge ends at
   */
  public record Edges(
      @Setting("File below the data folder, compressed with gzip or not.") @NotEmpty String file,
      @Setting(value = "Column an edge begins at: a name or a number from 1.", byDefault = "1")
          String source,
      @Setting(value = "Column an edge ends at: a name or a number from 1.", byDefault = "2")
          String destination) {
    EdgeColumnSettings columns() {
      return EdgeColumnSettings.ofEnds(source, destination);
    }
  }
}
