// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.json;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.nio.file.Path;
import java.util.Optional;

class JsonImporterContractTest extends ImporterContract<JsonSettings> {
  @Override
  protected Importer<JsonSettings> importer() {
    return new JsonImporter();
  }

  @Override
  protected JsonSettings source(Path folder) {
    InputFiles.write(
        folder,
        "v.json",
        """
        {"id": "a", "l": "u", "x": 1, "s": "train"}
        {"id": "b", "l": "v", "x": 2, "s": "test"}
        {"id": "c", "l": "u", "x": 3}
        """);
    InputFiles.write(
        folder,
        "e.json",
        "{\"src\": \"a\", \"dst\": \"b\"}\n"
            .concat("{\"src\": \"b\", \"dst\": \"c\"}\n".repeat(200_000)));
    return (JsonSettings)
        Recorder.settings(
            "{type: json, data: ., keys: string, normalize: row,"
                + " vertices: {file: v.json, key: id, label: l, features: [x], split: s},"
                + " edges: {file: e.json, source: src, destination: dst}}");
  }

  @Override
  protected Optional<JsonSettings> missing() {
    return Optional.of(
        (JsonSettings) Recorder.settings("{type: json, data: ., edges: {file: none.json}}"));
  }
}
