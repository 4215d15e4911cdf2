// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.Importer;
import io.graphember.testkit.contract.ImporterContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

class ParquetImporterContractTest extends ImporterContract<ParquetSettings> {
  @Override
  protected Importer<ParquetSettings> importer() {
    return new ParquetImporter();
  }

  @Override
  protected ParquetSettings source(Path folder) throws IOException {
    MessageType schema =
        Types.buildMessage().required(INT64).named("src").required(INT64).named("dst").named("e");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(folder.resolve("e.parquet")))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()) {
      for (long i = 0; i < 1000; i++) {
        writer.write(new SimpleGroup(schema).append("src", i).append("dst", i + 1));
      }
    }
    return (ParquetSettings)
        Recorder.settings("{type: parquet, data: ., edges: {file: e.parquet}}");
  }

  @Override
  protected Optional<ParquetSettings> missing() {
    return Optional.of(
        (ParquetSettings)
            Recorder.settings("{type: parquet, data: ., edges: {file: none.parquet}}"));
  }
}
