// SPDX-License-Identifier: Apache-2.0
/** Sampling operators; each file holds its gather half and its apply half. */
@NullMarked
package io.graphember.sampling.op;

import org.jspecify.annotations.NullMarked;
