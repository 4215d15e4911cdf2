// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Where a graph can come from. */
public enum SourceFormat {
  /** The folders of OGB's csv downloads. */
  OGB,
  /** Any delimited file of vertices and one of edges. */
  CSV,
  /** Generated: a block model, for trying things out. */
  BLOCK_MODEL
}
