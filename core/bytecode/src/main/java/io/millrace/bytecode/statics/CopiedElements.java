package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Looks for copies of collections and arrays in statics. A scan does not follow the elements of a
 * copy, which may change. Used by one scan.
 */
final class CopiedElements {

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;
    private final Values values;
    private final Constants constants;

    CopiedElements(ClassFiles files, Supertypes supertypes, Reach reach, Values values) {
        this.files = files;
        this.supertypes = supertypes;
        this.reach = reach;
        this.values = values;
        this.constants = new Constants(files, supertypes, reach);
    }

    /** The first copy whose elements may change, for display; null if there is none. */
    @Nullable String find() throws UnreadableException {
        CalledMethods calls = calls(false);
        CalledMethods whole = calls(true);
        for (Reach.Method method : reach.methods()) {
            for (AbstractInsnNode at : method.node().instructions) {
                String field = collection(method, at);
                if (field != null
                        && !values.in(method).onlyLooks(at, false, whole)
                        && values.in(method).onlyLooks(at, false, calls)) {
                    return method + " copies static " + field + " and may change its elements";
                }
            }
        }
        return null;
    }

    private CalledMethods calls(boolean elements) {
        return new CalledMethods(files, supertypes, reach, values, constants, elements);
    }

    /** The static with changeable elements that an instruction reads, for display; else null. */
    private @Nullable String collection(Reach.Method method, AbstractInsnNode at)
            throws UnreadableException {
        if (at.getOpcode() != Opcodes.GETSTATIC || !(at instanceof FieldInsnNode access)) {
            return null;
        }
        ClassNode owner = files.declaring(access.owner, access.name);
        FieldNode field = owner == null ? null : ClassFiles.field(owner, access.name);
        return owner == null
                        || field == null
                        || (method.initializer() && method.type().name.equals(owner.name))
                        || !hasChangeableElements(field)
                ? null
                : owner.name.replace('/', '.') + "." + field.name;
    }

    private boolean hasChangeableElements(FieldNode field) throws UnreadableException {
        Type type = Type.getType(field.desc);
        if (type.getSort() == Type.ARRAY) {
            return type.getDimensions() > 1 || isChangeable(type.getElementType());
        }
        boolean collection =
                type.getSort() == Type.OBJECT
                        && (supertypes.isA(type.getInternalName(), "java/util/Collection")
                                || supertypes.isA(type.getInternalName(), "java/util/Map"));
        return collection && (field.signature == null || hasChangeable(field.signature));
    }

    private boolean isChangeable(Type element) throws UnreadableException {
        return element.getSort() == Type.OBJECT && !constants.areOf(element.getInternalName());
    }

    /** Whether a collection's type has an argument whose objects can change. */
    private boolean hasChangeable(String signature) throws UnreadableException {
        Arguments arguments = new Arguments();
        new SignatureReader(signature).acceptType(arguments);
        for (String each : arguments.classes) {
            if (!constants.areOf(each)) {
                return true;
            }
        }
        return arguments.unknown || arguments.classes.isEmpty();
    }

    /** The classes that the arguments of a type name. */
    private static final class Arguments extends SignatureVisitor {

        private final List<String> classes = new ArrayList<>();
        private boolean unknown;
        private boolean inside;

        Arguments() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitClassType(String name) {
            if (inside) {
                classes.add(name);
            }
            inside = true;
        }

        @Override
        public void visitTypeVariable(String name) {
            unknown = true;
        }

        @Override
        public void visitTypeArgument() {
            unknown = true;
        }

        @Override
        public SignatureVisitor visitArrayType() {
            unknown = true;
            return this;
        }
    }
}
