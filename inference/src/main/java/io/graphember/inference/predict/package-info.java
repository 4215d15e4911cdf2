// SPDX-License-Identifier: Apache-2.0
/** A model over the neighbourhoods of a few vertices, read hop by hop from where they lie. */
@NullMarked
package io.graphember.inference.predict;

import org.jspecify.annotations.NullMarked;
