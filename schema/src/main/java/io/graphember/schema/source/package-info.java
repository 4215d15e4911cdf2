// SPDX-License-Identifier: Apache-2.0
/** Where pieces come from: sources, the importers that open them, and what is done on the way. */
@NullMarked
package io.graphember.schema.source;

import org.jspecify.annotations.NullMarked;
