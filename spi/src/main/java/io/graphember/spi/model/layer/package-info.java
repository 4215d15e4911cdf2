// SPDX-License-Identifier: Apache-2.0
/** The layers of the built-in models, each written once from its paper's equations. */
@NullMarked
package io.graphember.spi.model.layer;

import org.jspecify.annotations.NullMarked;
