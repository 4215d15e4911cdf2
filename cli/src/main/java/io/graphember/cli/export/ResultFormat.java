// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.schema.TypeName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How results are written: to files whose names are that of the results and an ending. Results of a
 * kind are called as the kind, those of several vertex types {@code KIND.TYPE}.
 */
public enum ResultFormat {
  /** Comma-separated text: {@code NAME.csv}. */
  CSV {
    @Override
    List<String> endings(ResultKind kind) {
      return List.of(".csv");
    }

    @Override
    ExportWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new CsvResults(columns, folder.draft(columns.name() + ".csv"));
    }
  },
  /** NumPy arrays: {@code NAME.npy}, and beside it the keys of its rows and names of classes. */
  NPY {
    @Override
    List<String> endings(ResultKind kind) {
      List<String> endings =
          new ArrayList<>(List.of(".npy", NpyResults.INTEGER_KEYS, NpyResults.TEXT_KEYS));
      if (kind.paired()) {
        endings.addAll(List.of(NpyResults.INTEGER_OTHERS, NpyResults.TEXT_OTHERS));
      }
      if (!kind.texts().isEmpty()) {
        endings.add(NpyResults.TEXTS);
      }
      if (kind.classified()) {
        endings.add(NpyResults.CLASSES);
      }
      return endings;
    }

    @Override
    ExportWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new NpyResults(columns, folder);
    }
  },
  /** Apache Parquet: {@code NAME.parquet}. */
  PARQUET {
    @Override
    List<String> endings(ResultKind kind) {
      return List.of(".parquet");
    }

    @Override
    ExportWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new ParquetResults(columns, folder.draft(columns.name() + ".parquet"));
    }
  },
  /** Zarr arrays in one file: {@code NAME.zarr.zip}. */
  ZARR {
    @Override
    List<String> endings(ResultKind kind) {
      return List.of(ZarrResults.ENDING);
    }

    @Override
    ExportWriter open(ResultColumns columns, DraftFolder folder) throws IOException {
      return new ZarrResults(columns, folder);
    }
  };

  private static final String OF_TYPE = "([.]%s)?".formatted(TypeName.PATTERN);

  /** Endings of the files that may be written for a kind of results. */
  abstract List<String> endings(ResultKind kind);

  /** True if a file of this name may be written for a kind of results, of any vertex type. */
  boolean writes(ResultKind kind, String file) {
    return endings(kind).stream()
        .anyMatch(ending -> file.matches(kind.published() + OF_TYPE + Pattern.quote(ending)));
  }

  /** Begins to write. */
  abstract ExportWriter open(ResultColumns columns, DraftFolder folder) throws IOException;
}
