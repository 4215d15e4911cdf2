// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.file;

import io.graphember.schema.Split;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files that list the members of the splits: text with one key a line, or arrays.
 *
 * @param train file of the vertices to train on; null for none
 * @param valid file of the vertices that choose the best epoch; null for none
 * @param test file of the vertices that measure the result; null for none
 */
public record SplitFiles(
    @Setting(value = "File of the vertices to train on.", optional = true) @NotEmpty
        @Nullable String train,
    @Setting(value = "File of the vertices that choose the best epoch.", optional = true) @NotEmpty
        @Nullable String valid,
    @Setting(value = "File of the vertices that measure the result.", optional = true) @NotEmpty
        @Nullable String test) {
  /** The file of a split, empty for none. */
  public Optional<String> file(Split member) {
    return Optional.ofNullable(
        switch (member) {
          case TRAIN -> train;
          case VALID -> valid;
          case TEST -> test;
        });
  }
}
