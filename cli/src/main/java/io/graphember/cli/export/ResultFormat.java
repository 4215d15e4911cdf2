// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** How results are written. */
public enum ResultFormat {
  /** Comma-separated text: {@code KIND.csv}. */
  CSV {
    @Override
    List<String> files(ResultKind kind) {
      return List.of(kind.published() + ".csv");
    }

    @Override
    ResultWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new CsvResults(columns, folder.draft(columns.kind().published() + ".csv"));
    }
  },
  /** NumPy arrays: {@code KIND.npy}, and beside it the keys of its rows. */
  NPY {
    @Override
    List<String> files(ResultKind kind) {
      return Stream.of(
              ".npy",
              NpyResults.INTEGER_KEYS,
              NpyResults.TEXT_KEYS,
              NpyResults.INTEGER_OTHERS,
              NpyResults.TEXT_OTHERS)
          .limit(kind.paired() ? 5 : 3)
          .map(ending -> kind.published() + ending)
          .toList();
    }

    @Override
    ResultWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new NpyResults(columns, folder);
    }
  },
  /** Apache Parquet: {@code KIND.parquet}. */
  PARQUET {
    @Override
    List<String> files(ResultKind kind) {
      return List.of(kind.published() + ".parquet");
    }

    @Override
    ResultWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new ParquetResults(columns, folder.draft(columns.kind().published() + ".parquet"));
    }
  },
  /** Zarr arrays in one file: {@code KIND.zarr.zip}. */
  ZARR {
    @Override
    List<String> files(ResultKind kind) {
      return List.of(kind.published() + ZarrResults.ENDING);
    }

    @Override
    ResultWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new ZarrResults(columns, folder);
    }
  };

  /** Names of the files that may be written for a kind of results. */
  abstract List<String> files(ResultKind kind);

  /** Begins to write. */
  abstract ResultWriter open(ResultColumns columns, DraftFolder folder) throws IOException;
}
