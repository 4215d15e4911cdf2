// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command's own jars read and write Parquet: 500 vertices and 2,000 edges that parquet-java has
 * written, compressed with zstd and snappy.
 */
class ParquetDistributionTest {
  private static final Path DATA = Path.of("src/test/resources/parquet").toAbsolutePath();

  private final Tree tree = Tree.built();

  @Test
  void readsAndWritesParquet(@TempDir Path folder) throws Exception {
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: parquet
            source:
              type: parquet
              data: here
              keys: string
              vertices: {file: v.parquet, key: id, label: c, features: [x, y]}
              edges: {file: e.parquet}
            graph: {name: parquet, symmetrize: true}
            training: {epochs: 2, baseline: false}
            task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
            """);
    Path results = folder.resolve("results");
    Tree.Ended ended =
        tree.run(
                "train",
                job.toString(),
                "--data",
                DATA.toString(),
                "--export",
                results.toString(),
                "--format",
                "parquet")
            .assertCode(0);
    assertThat(ended.out())
        .contains(
            "Graph       parquet: 500 vertices, 4,000 edges, 2 features, 2 classes, text keys");
    assertThat(results.resolve("predictions.parquet")).isNotEmptyFile();
    assertThat(results.resolve("embeddings.parquet")).isNotEmptyFile();
    assertThat(ended.err()).as("no warning of a library").doesNotContain("WARN", "SLF4J");
  }
}
