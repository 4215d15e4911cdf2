// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.csv.CsvPlace;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.NotEmpty;

/**
 * A knowledge graph: files of triples of a head, a relation and a tail. Each relation is an edge
 * type.
 *
 * @param data folder of the files
 * @param files the files
 * @param keys what the keys of the entities are
 * @param columns where the parts of a triple stand
 * @param text how the files are written
 */
@Tag("triples")
public record TriplesSettings(
    @Setting(
            "Folder of the files; a relative one is seen from the folder of the job file, with"
                + " --data from where the command runs.")
        @NotEmpty
        String data,
    @Inlined TripleFiles files,
    @Setting(value = "What the keys of entities are.", byDefault = "string") KeyKind keys,
    @Inlined TripleColumns columns,
    @Inlined TripleText text)
    implements SourceSettings, CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (files.given().values().stream().map(text::place).anyMatch(CsvPlace::commentDelimits)) {
      complaints.add("comment", "must not be the delimiter");
    }
  }
}
