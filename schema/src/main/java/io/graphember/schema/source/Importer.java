// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.setting.TaggedRecord;

/**
 * Reads graphs of one type of source. Found by {@link java.util.ServiceLoader} under the tag of its
 * settings record, from any jar. It does not know whether a client or a server calls it.
 *
 * <p>This port is here and not in {@code spi}: what it gives are pieces of columns under a graph
 * schema, and {@code spi} knows neither.
 *
 * @param <S> its settings
 */
public interface Importer<S extends Record & SourceSettings> extends TaggedRecord {
  /**
   * Its settings, with the name of the source's type as their {@link
   * io.graphember.spi.setting.Tag}.
   */
  @Override
  Class<S> settings();

  /**
   * Opens a source: reads what the header needs.
   *
   * @param settings checked
   * @throws GraphemberException with an error of the importer's that names file, value and rule, or
   *     because the work was cancelled
   */
  ImportedGraph open(S settings, ImportContext context);
}
