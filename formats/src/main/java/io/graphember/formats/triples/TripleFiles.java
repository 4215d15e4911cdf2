// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.schema.Split;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of a knowledge graph, below its folder.
 *
 * @param train file of the triples that become edges
 * @param valid file of the triples that validate; null for none
 * @param test file of the triples that test; null for none
 */
public record TripleFiles(
    @Setting("File of the triples to train on, compressed with gzip or not.") @NotEmpty
        String train,
    @Setting(
            value =
                "File of the triples that choose the best epoch; no model is trained with them.",
            optional = true)
        @NotEmpty
        @Nullable String valid,
    @Setting(
            value = "File of the triples that measure the result; no model is trained with them.",
            optional = true)
        @NotEmpty
        @Nullable String test) {
  /** Those that are given, in the order in which they are read. */
  Map<Split, String> given() {
    final Map<Split, String> given = new EnumMap<>(Split.class);
    given.put(Split.TRAIN, train);
    if (valid != null) {
      given.put(Split.VALID, valid);
    }
    if (test != null) {
      given.put(Split.TEST, test);
    }
    return given;
  }
}
