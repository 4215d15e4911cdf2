// SPDX-License-Identifier: Apache-2.0
/** Which vertices clients have predicted at once, and what they are answered. */
@NullMarked
package io.graphember.client.api.predict;

import org.jspecify.annotations.NullMarked;
