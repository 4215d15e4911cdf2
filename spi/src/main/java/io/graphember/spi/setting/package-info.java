// SPDX-License-Identifier: Apache-2.0
/**
 * How a record says what settings it has: for whoever brings a partitioner, an importer or a model
 * with options of its own. Module config binds such records to sections of a document.
 */
@NullMarked
package io.graphember.spi.setting;

import org.jspecify.annotations.NullMarked;
