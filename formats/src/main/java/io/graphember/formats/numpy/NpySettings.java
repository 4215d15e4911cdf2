// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.file.SplitFiles;
import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * NumPy arrays, each in a file. A vertex's key is its row number from 0.
 *
 * @param data folder of the files
 * @param normalize what happens to feature rows
 * @param classNames names of the classes by their numbers; empty for none
 * @param arrays the files
 * @param split files that list the members of the splits; null for none
 */
@Tag("npy")
public record NpySettings(
    @Setting(
            "Folder of the files; a relative one is seen from the folder of the job file, with"
                + " --data from where the command runs.")
        @NotEmpty
        String data,
    @Setting(
            value =
                "What happens to features: row divides each row by the sum of its absolute values,"
                    + " standardize gives each column of numbers mean 0 and standard deviation 1,"
                    + " min-max least value 0 and greatest 1.",
            byDefault = "none")
        Normalize normalize,
    @Setting(
            value =
                "The name of each class, by its number from 0; without it classes are called by"
                    + " their numbers.",
            byDefault = "[]")
        List<String> classNames,
    @Inlined ArraySettings arrays,
    @Setting(value = "Files for each split: arrays of row numbers or of booleans.", optional = true)
        @Nullable SplitFiles split)
    implements SourceSettings, CrossChecked {
  @Override
  public void check(Complaints complaints) {
    ClassNumbers.requireDistinct(classNames, complaints);
  }
}
