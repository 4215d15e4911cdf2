// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.table.TablePlace;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file.
 *
 * @param file path below the data folder; null for none
 */
public record ParquetPlace(
    @Setting(value = "File below the data folder, compressed with gzip or not.", optional = true)
        @NotEmpty
        @Nullable String file)
    implements TablePlace {
  @Override
  public String setting() {
    return "file";
  }

  @Override
  public boolean given() {
    return file != null;
  }
}
