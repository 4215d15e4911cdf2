// SPDX-License-Identifier: Apache-2.0
/** Files of JSON objects. */
@NullMarked
package io.graphember.formats.json;

import org.jspecify.annotations.NullMarked;
