// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.SettingName;

/** Where a graph can come from. */
public enum SourceFormat {
  /** The folders of OGB's csv downloads. */
  OGB,
  /** Any delimited files of vertices and edges. */
  CSV,
  /** SNAP's text files: pairs of integers, comments after a hash. */
  SNAP,
  /** Parquet files of vertices and edges. */
  PARQUET,
  /** NumPy arrays, each in a file. */
  NPY,
  /** SciPy's compressed-row matrices in one NumPy archive. */
  NPZ,
  /** Tables and caches of the cluster. */
  IGNITE,
  /** Generated: a block model, for trying things out. */
  BLOCK_MODEL;

  /** How a job file writes it. */
  String text() {
    return SettingName.of(this);
  }

  /** True for tables whose rows have columns that the settings name. */
  boolean columns() {
    return this == CSV || this == PARQUET || this == IGNITE;
  }

  /** True for what the process of the command reads itself. */
  public boolean outsideCluster() {
    return this != IGNITE;
  }

  /** True if a vertex's key is its row number, or a number in any case. */
  boolean integerKeys() {
    return this == OGB || this == SNAP || this == NPY || this == NPZ;
  }
}
