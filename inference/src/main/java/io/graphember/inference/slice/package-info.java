// SPDX-License-Identifier: Apache-2.0
/** One layer of a model, cut where rows of other vertices come in, and who computes it. */
@NullMarked
package io.graphember.inference.slice;

import org.jspecify.annotations.NullMarked;
