// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.ogb;

import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;

/**
 * The folders of OGB's csv downloads.
 *
 * @param data folder of the files
 * @param normalize what happens to feature rows
 * @param splitName folder below {@code split}; null for the only one there
 */
@Tag("ogb")
public record OgbSettings(
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
    @Setting(value = "Folder below split; may be left out if there is only one.", optional = true)
        @NotEmpty
        @Nullable String splitName)
    implements SourceSettings {}
