// SPDX-License-Identifier: Apache-2.0
/** In-edges of partitions as a layer reads them: resident, sampled, fetched from other nodes. */
@NullMarked
package io.graphember.inference.lists;

import org.jspecify.annotations.NullMarked;
