// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyKind;

/**
 * A {@link GraphHeader} as it travels.
 *
 * @param keys {@code INT64} or {@code STRING}
 * @param featureDim floats of a feature row, 0 for none
 * @param labels true if vertex pieces carry labels
 */
public record LoadHeader(KeyKind keys, int featureDim, boolean labels) {
  /** A header as it travels. */
  public static LoadHeader of(GraphHeader header) {
    return new LoadHeader(header.keyKind(), header.featureDim(), header.labels());
  }

  /** The header again, checked. */
  public GraphHeader toHeader() {
    if (keys == null) {
      throw new IllegalArgumentException("field keys is missing");
    }
    return new GraphHeader(keys, featureDim, labels);
  }
}
